import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Point } from '../../../../engine/geometry/point.ts'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { openPageBrowser } from '../../../browser/open-page-browser.ts'
import { sampled } from '../../../setup/sampled.ts'
import { LIMITS } from '../../media/paint.ts'
import { warmVision } from '../../warm-vision.ts'
import type { Seen } from './look.ts'
import { servePage } from './serve-page.ts'

let picture: Picture
let expected: Seen
beforeAll(async () => {
  const half = await sharp((await twoPeople()).png)
    .resize(700)
    .png()
    .toBuffer()
  picture = (await openPicture(half, LIMITS)).picture
  const vision = await warmVision()
  expected = {
    faces: await detectFaces(picture, vision),
    bodies: await detectBodies(picture, vision),
  }
  vision.close()
})

function furthest(a: readonly Point[], b: readonly Point[]) {
  return Math.max(...a.map(({ x, y }, n) => Math.hypot(x - b[n]!.x, y - b[n]!.y)))
}

describe('vision in a browser', () => {
  it.for(
    sampled(1, [
      ['worker', 'lookInWorker'],
      ['page', 'look'],
    ] as const),
  )(
    'finds in a %s what it finds in Node, from one host, and fetches no file twice',
    async ([_, look], { skip }) => {
      const browser = await openPageBrowser()
      if (!browser) return skip('no browser on this machine')
      const served = await servePage(picture)
      const page = await browser.newPage()
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url()))
      await page.goto(served.url)
      const size = JSON.stringify({ width: picture.width, height: picture.height })
      const seen = (await page.evaluate(`${look}(${size})`)) as unknown as Seen
      await page.close()
      served.close()

      expect(seen.faces).toHaveLength(2)
      expect(seen.bodies).toHaveLength(2)
      // The two WebAssembly engines can round the last bit differently.
      for (const [n, { landmarks }] of seen.faces.entries()) {
        expect(furthest(landmarks, expected.faces[n]!.landmarks)).toBeLessThan(0.5)
      }
      for (const [n, { landmarks }] of seen.bodies.entries()) {
        expect(furthest(landmarks, expected.bodies[n]!.landmarks)).toBeLessThan(0.5)
      }
      expect(requested.filter((url) => !url.startsWith(served.url))).toEqual([])
      const files = served.requested.filter((path) => path.startsWith('/packages/'))
      expect(files).toEqual([...new Set(files)])
    },
  )
})
