import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { TEXTS } from '../../../../web/camera/texts/texts.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { axeViolations } from '../axe-violations.ts'
import { openCameraPage, STAGE } from '../camera-page.ts'
import { SCENES } from '../scenes.ts'
import { sharedCamera } from '../shared-camera.ts'

const PAGE = '**/camera/'
const WORKER = '**/camera-kit-worker.js'

/** A camera of 320 x 240 pixels. */
const SMALL = `window.better = window.camera
  window.camera = async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 320, height: 240 })
    const context = canvas.getContext('2d')
    setInterval(() => context.fillRect(0, 0, 320, 240), 100)
    return canvas.captureStream()
  }`

let browser: Browser | undefined
let url: string
beforeAll(async () => {
  ;({ url, browser } = await sharedCamera())
})

describe('what keeps the camera module from a picture, in a browser', () => {
  it('says what keeps the camera from opening, offers a way out, and takes it', async ({
    skip,
  }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, ...kit } = await openCameraPage(browser, url, [STAGE])
    await kit.show(await SCENES.nobody())
    for (const [script, code, reason] of [
      [throwing('NotAllowedError'), 'error_permission_denied', 'denied'],
      [throwing('NotFoundError'), 'error_access_failed', 'no-camera'],
      [throwing('NotReadableError'), 'error_access_failed', 'in-use'],
      [SMALL, 'error_resolution_unsupported', 'low-resolution'],
    ] as const) {
      await kit.forget()
      await page.evaluate(`{${script}}`)
      await kit.open({ faceDetectionMode: 'skincare' })
      expect(await kit.heard('cameraFailed')).toMatchObject(['cameraFailed', code, { reason }])
      const unsupported = (await kit.events()).some(([name]) => name === 'unsupportedResolution')
      expect(unsupported).toBe(reason === 'low-resolution')
      expect(await kit.lit(), reason).toBe(false)
      const said = page.locator('#CameraKit-module [role=alert]')
      await expect.poll(() => said.textContent()).toBe(TEXTS.enu.failures[reason])
      await kit.forget()
      await page.evaluate('void (window.camera = window.better)')
      await page.getByRole('button', { name: TEXTS.enu.retry }).click()
      await kit.heard('loaded')
      await kit.call('CameraKit.close()')
      await kit.heard('closed')
      expect(await kit.lit(), reason).toBe(false)
    }
    await page.close()
  })

  const LACKING = [
    ['no WebAssembly', WORKER, "'wasm-unsafe-eval'", "script-src 'wasm-unsafe-eval'"],
    ['no worker', PAGE, "worker-src 'self'", "worker-src 'self'"],
    ['no policy of scripts', PAGE, 'trusted-types camera-kit', 'trusted-types camera-kit'],
  ] as const
  it.each(sampled(1, LACKING))(
    'names the directive that is missing: %s',
    async (_, file, allowed, directive) => {
      if (!browser) return
      const { page, ...kit } = await openCameraPage(browser, url, [STAGE], (made) =>
        made.route(file, async (route) => {
          const response = await route.fetch()
          const headers = response.headers()
          const policy = String(headers['content-security-policy'])
          const without = policy.replace(
            allowed,
            allowed.replace(/ .*/, " 'none'").replace(/^'.*/, ''),
          )
          await route.fulfill({
            response,
            headers: { ...headers, 'content-security-policy': without },
          })
        }),
      )
      await kit.open({ faceDetectionMode: 'skincare' })
      const [, code, failure] = await kit.heard('cameraFailed')
      expect(code).toBe('error_access_failed')
      expect(failure).toMatchObject({ reason: 'blocked-by-policy', directive })
      expect(await kit.lit()).toBe(false)
      await page.close()
    },
  )

  const LACKS = [
    ['WebAssembly', '', 'delete self.WebAssembly;'],
    ['workers', 'delete window.Worker', undefined],
    ['canvases in workers', 'delete window.OffscreenCanvas', undefined],
  ] as const
  it.each(sampled(1, LACKS))('says that the browser lacks %s', async (_, script, before) => {
    if (!browser) return
    const { page, ...kit } = await openCameraPage(browser, url, [STAGE, script], async (made) => {
      if (before === undefined) return
      await made.route(WORKER, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: before + (await response.text()) })
      })
    })
    await kit.open({ faceDetectionMode: 'skincare' })
    const [, code, failure] = await kit.heard('cameraFailed')
    expect(code).toBe('error_access_failed')
    expect(failure).toMatchObject({ reason: 'unsupported-browser' })
    await expect.poll(kit.lit).toBe(false)
    await page.close()
  })

  it.each(sampled(1, ['**/*.wasm', '**/camera-kit-worker.js', '**/*.tflite']))(
    'says that a file is missing: %s',
    async (file) => {
      if (!browser) return
      const { page, ...kit } = await openCameraPage(browser, url, [STAGE], (made) =>
        made.route(file, (route) => route.fulfill({ status: 404 })),
      )
      await kit.open({ faceDetectionMode: 'skincare' })
      expect(await kit.heard('cameraFailed')).toMatchObject([
        'cameraFailed',
        'error_access_failed',
        { reason: 'file-missing' },
      ])
      expect(await kit.lit()).toBe(false)
      await page.close()
    },
  )

  // The order of calls `flow.test.ts` and `options.test.ts` hold in `npm test`.
  it.runIf(isEveryCaseTried())(
    'refuses what comes in the wrong order, and goes on after pauses, losses and reopenings',
    async ({ skip }) => {
      if (!browser) return skip('no browser on this machine')
      const { page, ...kit } = await openCameraPage(browser, url, [STAGE])
      await kit.show(await SCENES.small())
      expect(await kit.call('CameraKit.openCameraKit()')).toMatch('init')
      const wrong = 'CameraKit.init({ qualityOverrides: { lighting_lower_threshold: 0.4 } })'
      expect(await kit.call(wrong)).toMatch('lighting_lower_threshold')
      await kit.open({ faceDetectionMode: 'makeup', language: 'deu' })
      expect(await kit.call('CameraKit.init()')).toMatch('close()')
      await expect.poll(kit.told).toBe(TEXTS.deu.instructions.closer)
      expect(await page.evaluate('CameraKit.isLoaded()')).toBe(true)
      await expect.poll(() => page.evaluate('CameraKit.getInfo().fps')).toBeGreaterThan(0)

      const violations = await axeViolations(page)
      expect(violations).toEqual([])

      await kit.call('CameraKit.pause()')
      await expect.poll(kit.told).toBe(TEXTS.deu.paused)
      await kit.call('CameraKit.resume()')
      await expect.poll(kit.told).toBe(TEXTS.deu.instructions.closer)

      await page.evaluate(`window.tracks.at(-1).dispatchEvent(new Event('ended'))`)
      expect(await kit.heard('cameraFailed')).toMatchObject([
        'cameraFailed',
        'error_access_failed',
        { reason: 'unplugged' },
      ])
      expect(await kit.lit()).toBe(false)

      // Opened again in the very moment of closing.
      await kit.forget()
      await kit.call('CameraKit.close(); CameraKit.openCameraKit()')
      await kit.heard('faceDetectionStarted')
      const names = (await kit.events()).map(([name]) => name)
      expect(names.indexOf('closed')).toBeLessThan(names.indexOf('opened'))
      await kit.call('CameraKit.close()')
      await expect.poll(kit.lit).toBe(false)
      await page.close()
    },
  )
})

/** A camera that cannot be opened, until the page takes the one of the stage. */
function throwing(name: string): string {
  return `window.better = window.camera
    window.camera = async () => { throw new DOMException('', '${name}') }`
}
