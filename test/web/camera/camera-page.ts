import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { CameraOptions } from '../../../web/camera/public-types.ts'

/** Long, because a busy machine needs ten times as long as a quiet one. */
const LONGEST_MS = 120_000

/** One event as the page heard it. */
export type Heard = [event: string, ...args: unknown[]]

/** A page with the module, which notes every event. */
export type CameraPage = {
  page: Page
  /** Opens the module. */
  open(options: CameraOptions): Promise<void>
  /** What a call of the module throws; undefined where it throws nothing. */
  call(code: string): Promise<string | undefined>
  /** Waits for an event and returns it. */
  heard(event: string): Promise<Heard>
  /** Every event so far, equal ones in a row once. */
  events(): Promise<Heard[]>
  forget(): Promise<void>
  /** Shows the page's own camera, see {@link STAGE}, another frame. */
  show(jpeg: Uint8Array): Promise<void>
  /** Whether a track of any camera that was opened is live. */
  lit(): Promise<boolean>
  /** What the person is told. */
  told(): Promise<string>
}

/** Notes events, and every track that is given to the page. */
export const LISTEN = `
  window.heard = []
  window.tracks = []
  const media = navigator.mediaDevices
  const ask = media.getUserMedia.bind(media)
  media.getUserMedia = async (wanted) => {
    const stream = await (window.camera ? window.camera(wanted) : ask(wanted))
    window.tracks.push(...stream.getTracks())
    return stream
  }
  addEventListener('DOMContentLoaded', () => {
    const names = ['opened', 'loading', 'loaded', 'closed', 'faceDetectionStarted', 'cameraOpened',
      'cameraClosed', 'cameraFailed', 'unsupportedResolution', 'faceQualityChanged', 'faceDetectionCaptured']
    for (const name of names) window.CameraKit?.addEventListener(name, (...args) => window.heard.push([name, ...args]))
  })`

/**
 * A camera of the page's own, which shows what it is told to. Few frames a second, so that a busy machine keeps up, and
 * a canvas in main memory, whose pictures do not wait for a graphics card.
 */
export const STAGE = `
  const stage = document.createElement('canvas')
  Object.assign(stage, { width: 1280, height: 720 })
  const context = stage.getContext('2d', { willReadFrequently: true })
  window.show = async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
    const frame = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    Object.assign(stage, { width: frame.width, height: frame.height })
    context.drawImage(frame, 0, 0)
    window.frame = context.getImageData(0, 0, frame.width, frame.height)
  }
  setInterval(() => { if (window.frame) context.putImageData(window.frame, 0, 0) }, 150)
  // Two cameras, of which each gives the same pictures, and what the page asked of them.
  window.asked = []
  const cameras = ['user', 'environment'].map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }))
  navigator.mediaDevices.enumerateDevices = async () => cameras
  window.camera = async ({ video }) => {
    window.asked.push(video)
    const stream = stage.captureStream()
    const [track] = stream.getVideoTracks()
    track.getSettings = () => ({ facingMode: video.facingMode.ideal, deviceId: video.facingMode.ideal })
    return stream
  }`

/**
 * Opens a page that embeds the module.
 * @param scripts run before anything of the page
 * @param prepare changes what the page is answered
 */
export async function openCameraPage(
  browser: Browser,
  url: string,
  scripts: readonly string[] = [],
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
  options: BrowserContextOptions = {},
): Promise<CameraPage> {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 }, ...options })
  await prepare(page)
  for (const script of [LISTEN, ...scripts]) await page.addInitScript(`{${script}}`)
  await page.goto(url)
  const call: CameraPage['call'] = (code) =>
    page.evaluate(`(() => { try { ${code} } catch (error) { return error.message } })()`)
  const events: CameraPage['events'] = async () => {
    const all: Heard[] = await page.evaluate('window.heard')
    return all.filter((one, at) => JSON.stringify(one) !== JSON.stringify(all[at - 1]))
  }
  return {
    page,
    call,
    open: async (options) => {
      const failed = await call(
        `CameraKit.init(${JSON.stringify(options)}); CameraKit.openCameraKit()`,
      )
      if (failed !== undefined) throw new Error(failed)
    },
    heard: async (event) => {
      const found = `window.heard.find(([name]) => name === '${event}')`
      // The page's policy forbids what the browser's driver waits with.
      const end = Date.now() + LONGEST_MS
      while (!(await page.evaluate(`Boolean(${found})`))) {
        if (Date.now() > end) {
          const came = JSON.stringify(await events()).slice(-2_000)
          const told = await page.locator('#CameraKit-module .status').allTextContents()
          throw new Error(`The event ${event} did not come, but ${came}; it says: ${told}`)
        }
        await page.waitForTimeout(50)
      }
      return await page.evaluate(found)
    },
    events,
    forget: () => page.evaluate('void (window.heard.length = 0)'),
    show: (jpeg) => page.evaluate(`window.show('${Buffer.from(jpeg).toString('base64')}')`),
    lit: () => page.evaluate(`window.tracks.some(({ readyState }) => readyState === 'live')`),
    told: async () =>
      (await page.locator('#CameraKit-module .status').textContent({ timeout: 1_000 })) ?? '',
  }
}
