import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveExample } from '../../../../examples/camera/serve.ts'
import type { CameraMode, Captured } from '../../../../web/camera/public-types.ts'
import { TEXTS } from '../../../../web/camera/texts/texts.ts'
import type { Service } from '../../../contract/start-service.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { ACCEPTED } from '../accepted-scenes.ts'
import { axeViolations } from '../axe-violations.ts'
import { type CameraPage, openCameraPage, STAGE } from '../camera-page.ts'
import { SCENES, type SceneName } from '../scenes.ts'
import { sharedCamera } from '../shared-camera.ts'

/** The pictures that were handed over, decoded. */
const PICTURES = `Promise.all(window.heard.find(([name]) => name === 'faceDetectionCaptured')[1].images.map(
  async ({ phase, image, width, height }) => {
    const bitmap = await createImageBitmap(image)
    return { phase, type: image.type, width, height, decoded: bitmap.width + ' x ' + bitmap.height }
  }))`

const ORDER = [
  'opened',
  'cameraOpened',
  'loaded',
  'faceDetectionStarted',
  'faceQualityChanged',
  'cameraClosed',
  'faceDetectionCaptured',
]

function expectOrder(names: readonly string[]): void {
  const at = ORDER.map((one) => names.indexOf(one))
  expect(at).not.toContain(-1)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
}

let service: Service
let stage: Promise<CameraPage> | undefined
let browser: Browser | undefined
let url: string
beforeAll(async () => {
  ;({ service, url, browser } = await sharedCamera())
})

describe('the camera module of the running service, in a browser with a camera', () => {
  it('takes a picture of the face, under a strict policy, and lets go of the camera', async ({
    skip,
  }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, ...kit } = await openCameraPage(browser, url)
    const refused: string[] = []
    page.on('console', (said) => said.type() === 'error' && refused.push(said.text()))
    await kit.open({ faceDetectionMode: 'skincare' })
    const [, captured] = (await kit.heard('faceDetectionCaptured')) as [string, Captured]

    expectOrder((await kit.events()).map(([name]) => name))
    const progress = (await kit.events())
      .filter(([name]) => name === 'loading')
      .map(([, done]) => done)
    expect(progress.at(0)).toBe(0)
    expect(progress.at(-1)).toBe(100)

    expect(captured.mode).toBe('skincare')
    const [{ phase, image, width, height } = expect.unreachable('no picture')] = captured.images
    expect({ phase, count: captured.images.length }).toEqual({ phase: 0, count: 1 })
    const [head, text = ''] = String(image).split(',')
    expect(head).toBe('data:image/jpeg;base64')
    expect(await sharp(Buffer.from(text, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width,
      height,
    })
    expect(width / height).toBeCloseTo(3 / 4, 2)

    expect(await kit.lit()).toBe(false)
    await kit.call('CameraKit.close()')
    await kit.heard('closed')
    expect(refused).toEqual([])
    await page.close()
  })

  // What it says of which frame `modes.test.ts` and `texts.test.ts` hold in `npm test`.
  it.runIf(isEveryCaseTried())(
    'says what is wrong with each frame, and takes the picture once it is right',
    async ({ skip }) => {
      if (!browser) return skip('no browser on this machine')
      const { page, ...kit } = await openCameraPage(browser, url, [STAGE])
      await kit.show(await SCENES.nobody())
      await kit.open({ faceDetectionMode: 'skincare', imageFormat: 'blob', countingDuration: 0 })
      const { instructions } = TEXTS.enu
      await expect.poll(kit.told).toBe(instructions.showFace)
      for (const [scene, said, quality] of [
        ['small', instructions.closer, { hasFace: true, position: 'toosmall' }],
        ['aside', instructions.centre, { position: 'outofboundary' }],
        ['tilted', instructions.straighten, { position: 'good', frontal: 'notgood' }],
        ['dark', instructions.moreLight, { frontal: 'good', lighting: 'notgood' }],
      ] as const) {
        await kit.show(await SCENES[scene]())
        await expect.poll(kit.told, { message: scene }).toBe(said)
        const last = (await kit.events()).findLast(([name]) => name === 'faceQualityChanged')
        expect(last?.[1], scene).toMatchObject(quality)
      }
      expect((await kit.events()).map(([name]) => name)).not.toContain('faceDetectionCaptured')
      await kit.show(await SCENES.closeUp())
      await kit.heard('faceDetectionCaptured')
      expect(await kit.lit()).toBe(false)
      await page.close()
    },
  )

  // The upload and the task of the example `test/contract/tasks.test.ts` holds in `npm test`.
  it.runIf(isEveryCaseTried())(
    'serves the example to its end: a picture is taken, uploaded, simulated and shown',
    async ({ skip }) => {
      if (!browser) return skip('no browser on this machine')
      const { key } = await service.account(100)
      const server = serveExample({ url: service.baseUrl, key }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const page = await browser.newPage()
      const sent: string[] = []
      page.on('request', (request) => sent.push(JSON.stringify(request.headers()) + request.url()))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.getByRole('button', { name: 'Open the camera' }).click()
      const said = () => page.locator('#state').textContent()
      await expect.poll(said, { timeout: 240_000 }).toBe('Done.')
      const [before, after] = (await page.evaluate(`['before', 'after'].map((id) => {
      const { naturalWidth, naturalHeight } = document.getElementById(id)
      return naturalWidth + ' x ' + naturalHeight
    })`)) as string[]
      expect(after).toBe(before)
      expect(sent.join()).not.toContain(key)
      await page.close()
      server.close()
      server.closeAllConnections()
    },
  )

  it
    .runIf(isEveryCaseTried())
    .each(Object.entries(ACCEPTED) as [CameraMode, readonly SceneName[]][])(
    '%s: tells the events in their order and hands over its pictures',
    async (mode, scenes) => {
      if (!browser) return
      stage ??= openCameraPage(browser, url, [STAGE])
      const { page, ...kit } = await stage
      // Where the mode before failed its module is open.
      await kit.call('CameraKit.close()')
      await kit.forget()
      await kit.show(await SCENES[scenes[0]!]())
      const any = { imageFormat: 'blob', disableCameraResolutionCheck: true } as const
      await kit.open({ faceDetectionMode: mode, countingDuration: 0, ...any })
      for (const [nth, scene] of scenes.entries()) {
        if (nth === 0) continue
        const step = page.locator('#CameraKit-module .step')
        await expect.poll(() => step.textContent()).toBe(TEXTS.enu.step(nth + 1, scenes.length))
        await kit.show(await SCENES[scene]())
      }
      await kit.heard('faceDetectionCaptured')
      expectOrder((await kit.events()).map(([name]) => name))
      const images = (await page.evaluate(PICTURES)) as Record<string, unknown>[]
      expect(images.map(({ phase }) => phase)).toEqual(scenes.map((_, phase) => phase))
      for (const { type, width, height, decoded } of images) {
        expect({ type, decoded }).toEqual({ type: 'image/jpeg', decoded: `${width} x ${height}` })
        expect(Number(width) / Number(height)).toBeCloseTo(3 / 4, 2)
      }
      expect(await kit.lit()).toBe(false)
      await kit.call('CameraKit.close()')
      await kit.heard('closed')
    },
  )

  // `obstacles.ts` opens, refuses and closes cameras in `npm test`.
  it.runIf(isEveryCaseTried())(
    'asks for the quality that was chosen, the other camera, and goes on when the page comes back',
    async ({ skip }) => {
      if (!browser) return skip('no browser on this machine')
      stage ??= openCameraPage(browser, url, [STAGE])
      const { page, ...kit } = await stage
      const asked = () => page.evaluate('window.asked.at(-1)') as Promise<object>
      await kit.call('CameraKit.close()')
      await kit.forget()
      await kit.show(await SCENES.small())
      await kit.open({ videoQuality: '1080p' })
      expect(await kit.heard('cameraFailed')).toMatchObject([
        'cameraFailed',
        'error_resolution_unsupported',
        { reason: 'low-resolution' },
      ])
      expect(await asked()).toMatchObject({ width: { ideal: 1920 }, height: { ideal: 1080 } })
      await kit.call('CameraKit.close()')
      await kit.heard('closed')

      await kit.open({ disableCameraResolutionCheck: true, videoQuality: '1080p' })
      const { closer } = TEXTS.enu.instructions
      await expect.poll(kit.told).toBe(closer)
      const mirrored = () => page.locator('#CameraKit-module .mirrored').count()
      await expect.poll(mirrored).toBe(1)
      await page.getByRole('button', { name: TEXTS.enu.flip }).click()
      await expect.poll(mirrored).toBe(0)
      expect(await asked()).toMatchObject({ facingMode: { ideal: 'environment' } })
      const live = `window.tracks.filter(({ readyState }) => readyState === 'live').length`
      expect(await page.evaluate(live)).toBe(1)
      await expect.poll(kit.told).toBe(closer)

      for (const [hidden, said] of [
        [true, TEXTS.enu.paused],
        [false, closer],
      ] as const) {
        await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
        await expect.poll(kit.told).toBe(said)
      }

      // Whenever it is closed, the camera goes out.
      for (const milliseconds of [0, 0, 10, 60, 250]) {
        await kit.call('CameraKit.close(); CameraKit.openCameraKit()')
        await page.waitForTimeout(milliseconds)
        await kit.call('CameraKit.close()')
        await expect.poll(kit.lit).toBe(false)
      }
    },
  )

  // Another way to the same picture, which the first test takes in `npm test`.
  it.runIf(isEveryCaseTried())(
    'works with frames as pictures, runtime of a wrong type, a turned phone, darkness and right-to-left',
    async ({ skip }) => {
      if (!browser) return skip('no browser on this machine')
      const without = `delete window.MediaStreamTrackProcessor
      addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl' })`
      const options = { colorScheme: 'dark', reducedMotion: 'reduce' } as const
      const wrongType = (made: Page) =>
        made.route('**/*.wasm', async (route) => {
          const response = await route.fetch()
          const headers = { ...response.headers(), 'content-type': 'text/plain' }
          await route.fulfill({ response, headers })
        })
      const { page, ...kit } = await openCameraPage(
        browser,
        url,
        [STAGE, without],
        wrongType,
        options,
      )
      await kit.show(await SCENES.small())
      await kit.open({ faceDetectionMode: 'makeup', countingDuration: 400, imageFormat: 'blob' })
      await expect.poll(kit.told).toBe(TEXTS.enu.instructions.closer)
      expect(await axeViolations(page)).toEqual([])
      const style = (of: string, property: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('#CameraKit-module').shadowRoot
        .querySelector('${of}')).${property}`)
      expect(await style('.status', 'backgroundColor')).toBe('rgba(23, 28, 34, 0.95)')
      expect(await style('.bar > div', 'transitionDuration')).toBe('0s')
      const box = `document.querySelector('#CameraKit-module').shadowRoot.querySelector('[aria-label=Close]')
      .getBoundingClientRect()`
      const shown = `document.querySelector('#CameraKit-module').shadowRoot.querySelector('.camera')
      .getBoundingClientRect()`
      // The button that closes is at the line's end: on the left.
      expect(await page.evaluate(`${box}.left - ${shown}.left < 20`)).toBe(true)
      expect(await page.evaluate(`Math.min(${box}.width, ${box}.height)`)).toBeGreaterThanOrEqual(
        44,
      )
      // The phone is turned: the frames stand upright from here on.
      const upright = await sharp(await SCENES.closeUp())
        .extract({ left: 320, top: 0, width: 640, height: 720 })
        .extend({ top: 280, bottom: 280, left: 40, right: 40, background: '#b8b2a8' })
        .jpeg({ quality: 95 })
        .toBuffer()
      await kit.show(upright)
      const [, captured] = (await kit.heard('faceDetectionCaptured')) as [string, Captured]
      expect(captured.images).toMatchObject([{ width: 720, height: 960 }])
      await page.close()
    },
  )
})
