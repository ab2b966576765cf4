import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Captured } from '../../../web/camera/public-types.ts'
import { type Service, startService } from '../../contract/start-service.ts'
import { openCameraPage } from './camera-page.ts'
import { openCameraBrowser } from './open-camera-browser.ts'
import { SCENES } from './scenes.ts'

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
})
