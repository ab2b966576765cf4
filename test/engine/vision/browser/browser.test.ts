import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Point } from '../../../../engine/raster/picture.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../../../engine/vision/load/open-vision.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { openBrowser } from '../../../browser/open-browser.ts'
import { LIMITS } from '../../media/paint.ts'
import type { Seen } from './page.ts'
import { servePage } from './serve-page.ts'

let browser: Browser | undefined
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

function furthest(a: readonly Point[], b: readonly Point[]) {
  return Math.max(...a.map(({ x, y }, n) => Math.hypot(x - b[n]!.x, y - b[n]!.y)))
}

describe('vision on a page', () => {
  it('sees in a browser what it sees in Node, and asks no other host', {
    timeout: 180_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { picture } = await openPicture((await twoPeople()).png, LIMITS)
    const served = await servePage(picture)
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(served.url)
    const seen = (await page.evaluate(
      `look(${picture.width}, ${picture.height})`,
    )) as unknown as Seen
    await page.close()
    served.close()

    const vision = await openVision()
    const faces = await detectFaces(picture, vision)
    const bodies = await detectBodies(picture, vision)
    vision.close()
    expect(seen.faces).toHaveLength(2)
    expect(seen.bodies).toHaveLength(2)
    // The two WebAssembly engines may round a last bit another way.
    for (const [n, { landmarks }] of seen.faces.entries()) {
      expect(furthest(landmarks, faces[n]!.landmarks)).toBeLessThan(0.5)
    }
    for (const [n, { landmarks }] of seen.bodies.entries()) {
      expect(furthest(landmarks, bodies[n]!.landmarks)).toBeLessThan(0.5)
    }
    expect(asked.filter((url) => !url.startsWith(served.url))).toEqual([])
  })
})
