import { expect, test } from 'vitest'
import { boxOfPixels } from '../../../../engine/geometry/bounding-box.ts'
import { bitsAbove } from '../../../../engine/raster/mask/bit-mask.ts'
import { findComponents } from '../../../../engine/raster/mask/find-components.ts'
import { findRegions } from '../../../../engine/raster/mask/find-regions.ts'
import { axesOfPixels, axesOfRuns } from '../../../../engine/raster/mask/pixel-axes.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const ALL = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }

function pixelsOf(runs: Int32Array): number[] {
  const pixels: number[] = []
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) pixels.push(at)
  }
  return pixels
}

const SHARES = [0, 0.1, 0.35, 0.6, 0.9, 1]

test.each(SHARES)('regions of a mask of which %d is set are its components', (share) => {
  for (const width of [1, 5, 31, 32, 33, 64, 97]) {
    const random = seededRandom(100 * width + share)
    const plane = Float32Array.from({ length: width * 41 }, () => (random() < share ? 1 : 0))
    const regions = findRegions(bitsAbove(plane, { width, height: 41 }, 0.5))
    const components = findComponents(plane, width, ALL)
    expect(regions.map(({ runs }) => pixelsOf(runs))).toEqual(
      components.map(({ pixels }) => pixels.toSorted((a, b) => a - b)),
    )
    for (const { runs, box, count } of regions) {
      const pixels = pixelsOf(runs)
      expect([box, count]).toEqual([boxOfPixels(pixels, width), pixels.length])
      expect(axesOfRuns(runs, count, width)).toEqual(axesOfPixels(pixels, width))
    }
  }
})

test('more runs than fit at once are kept', () => {
  const [width, height] = [200, 100]
  const plane = Float32Array.from({ length: width * height }, (_, at) => at & 1)
  const [region] = findRegions(bitsAbove(plane, { width, height }, 0.5)).slice(0, 1)
  expect(region!.count).toBe(height)
  expect(findRegions(bitsAbove(plane, { width, height }, 0.5))).toHaveLength(width / 2)
})
