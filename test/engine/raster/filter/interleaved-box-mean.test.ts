import { expect, test } from 'vitest'
import { allocPlane, withArena } from '../../../../engine/raster/arena.ts'
import { interleavedBoxMean } from '../../../../engine/raster/filter/interleaved-box-mean.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

test.each([
  [9, 7, 2],
  [1, 5, 1],
  [6, 1, 3],
  [4, 3, 50],
  [40, 33, 5],
])(
  'each of four planes of %i × %i gets its own means within %i pixels',
  (width, height, radius) => {
    const random = seededRandom()
    const values = Float32Array.from({ length: 4 * width * height }, () => random())
    const means = withArena(() => {
      const to = allocPlane(values.length)
      interleavedBoxMean(values, { width, height }, radius, to)
      return to.slice()
    })
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const sums = [0, 0, 0, 0]
        let count = 0
        for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
          for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
            for (let c = 0; c < 4; c++) sums[c]! += values[4 * (v * width + u) + c]!
            count += 1
          }
        }
        for (let c = 0; c < 4; c++) {
          expect(means[4 * (y * width + x) + c]).toBeCloseTo(sums[c]! / count, 5)
        }
      }
    }
  },
)
