import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { CameraOptions } from '../../../web/camera/public-types.ts'

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
  /** Whether a track of any camera that was opened is live. */
  lit(): Promise<boolean>
  /** What the person is told. */
  told(): Promise<string>
}

/** Notes events, and every track that is given to the page. */
const LISTEN = `
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

/** Opens a page that embeds the module. @param scripts run before anything of the page */
export async function openCameraPage(
  browser: Browser,
  url: string,
  scripts: readonly string[] = [],
): Promise<CameraPage> {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } })
  for (const script of [LISTEN, ...scripts]) await page.addInitScript(`{${script}}`)
  await page.goto(url)
  const call: CameraPage['call'] = (code) =>
    page.evaluate(`(() => { try { ${code} } catch (error) { return error.message } })()`)
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
      await expect.poll(() => page.evaluate(found), { interval: 50 }).toBeTruthy()
      return await page.evaluate(found)
    },
    events: async () => {
      const all: Heard[] = await page.evaluate('window.heard')
      return all.filter((one, at) => JSON.stringify(one) !== JSON.stringify(all[at - 1]))
    },
    forget: () => page.evaluate('void (window.heard.length = 0)'),
    lit: () => page.evaluate(`window.tracks.some(({ readyState }) => readyState === 'live')`),
    told: async () =>
      (await page.locator('#CameraKit-module .status').textContent({ timeout: 1_000 })) ?? '',
  }
}
