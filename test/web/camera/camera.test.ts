import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveExample } from '../../../examples/camera/serve.ts'
import type { Captured } from '../../../web/camera/public-types.ts'
import { TEXTS } from '../../../web/camera/texts/texts.ts'
import { type Service, startService } from '../../contract/start-service.ts'
import { openCameraPage, STAGE } from './camera-page.ts'
import { openCameraBrowser } from './open-camera-browser.ts'
import { SCENES } from './scenes.ts'

const require = createRequire(import.meta.url)
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

let service: Service
let browser: Browser | undefined
let url: string
const folder = mkdtempSync(join(tmpdir(), 'darkroom-camera-test-'))

beforeAll(async () => {
  service = await startService()
  url = `${service.baseUrl}/camera/`
  browser = await openCameraBrowser(await SCENES.closeUp(), folder)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
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

    const names = (await kit.events()).map(([name]) => name)
    const order = ['opened', 'cameraOpened', 'loaded', 'faceDetectionStarted', 'faceQualityChanged']
    const at = [...order, 'cameraClosed', 'faceDetectionCaptured'].map((one) => names.indexOf(one))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
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

  it('says what is wrong with each frame, and takes the picture once it is right', async ({
    skip,
  }) => {
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
  })

  it('serves the example to its end: a picture is taken, uploaded, simulated and shown', async ({
    skip,
  }) => {
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
  })

  it.each([
    ['denied', throwing('NotAllowedError'), 'error_permission_denied', { reason: 'denied' }],
    ['no camera', throwing('NotFoundError'), 'error_access_failed', { reason: 'no-camera' }],
    ['in use', throwing('NotReadableError'), 'error_access_failed', { reason: 'in-use' }],
    ['too small', SMALL, 'error_resolution_unsupported', { reason: 'low-resolution' }],
  ] as const)('%s: says so, offers a way out, and takes it', async (_, script, code, failure) => {
    if (!browser) return
    const { page, ...kit } = await openCameraPage(browser, url, [STAGE, script])
    await kit.open({ faceDetectionMode: 'skincare' })
    expect(await kit.heard('cameraFailed')).toMatchObject(['cameraFailed', code, failure])
    const unsupported = (await kit.events()).some(([name]) => name === 'unsupportedResolution')
    expect(unsupported).toBe(code === 'error_resolution_unsupported')
    expect(await kit.lit()).toBe(false)
    const said = page.locator('#CameraKit-module [role=alert]')
    expect(await said.textContent()).toBe(TEXTS.enu.failures[failure.reason])
    await kit.forget()
    await kit.show(await SCENES.nobody())
    await page.evaluate('void (window.camera = window.better)')
    await page.getByRole('button', { name: TEXTS.enu.retry }).click()
    await kit.heard('loaded')
    await kit.call('CameraKit.close()')
    await kit.heard('closed')
    expect(await kit.lit()).toBe(false)
    await page.close()
  })

  it.each([
    ['no WebAssembly', WORKER, "'wasm-unsafe-eval'", "script-src 'wasm-unsafe-eval'"],
    ['no worker', PAGE, "worker-src 'self'", "worker-src 'self'"],
    ['no policy of scripts', PAGE, 'trusted-types camera-kit', 'trusted-types camera-kit'],
  ] as const)('names the directive that is missing: %s', async (_, file, allowed, directive) => {
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
  })

  it.each(['**/camera-kit-worker.js', '**/*.wasm', '**/*.tflite'])(
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

  it('refuses what comes in the wrong order, and goes on after pauses, losses and reopenings', async ({
    skip,
  }) => {
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
    expect(await page.evaluate('CameraKit.getInfo().fps')).toBeGreaterThan(0)

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
  })
})

/** A camera that cannot be opened, until the page takes the one of the stage. */
function throwing(name: string): string {
  return `window.better = window.camera
    window.camera = async () => { throw new DOMException('', '${name}') }`
}

/** What is wrong for people who cannot see the module, use a mouse, or tell its colours apart. */
async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const found = `axe.run('#CameraKit-module').then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`
  return await page.evaluate(found)
}
