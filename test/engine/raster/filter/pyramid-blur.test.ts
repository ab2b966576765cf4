import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { createPyramidBlur } from '../../../../engine/raster/filter/pyramid-blur.ts'
import { planeOf } from '../simd/arena-values.ts'

test.each([
  // Directly up to two pixels, then halved as often as is needed; halving blurs by itself.
  [20, 17, 2, [20, 17]],
  [20, 17, 2.01, [10, 9]],
  [40, 17, 4.09, [20, 9]],
  [40, 17, 4.1, [10, 5]],
  // A side of fewer than eight pixels is not halved.
  [8, 30, 3, [4, 15]],
  [30, 8, 9, [15, 4]],
  [7, 30, 3, [7, 30]],
  [30, 7, 3, [30, 7]],
])('the smallest level of %i × %i pixels by %f has %j', (width, height, sigma, smallest) => {
  withArena(() => {
    const blur = createPyramidBlur({ width, height }, sigma)
    const small = blur.blurDown(planeOf(new Float32Array(width * height).fill(7)))
    expect([small.width, small.height]).toEqual(smallest)
    const plane = planeOf(new Float32Array(width * height))
    blur.upsample(small, plane)
    expect(Math.max(...plane.map((value) => Math.abs(value - 7)))).toBeLessThan(1e-4)
  })
})

test.each([1.5, 3])('by %f, values count by their weights and a millionth', (sigma) => {
  withArena(() => {
    const size = { width: 16, height: 16 }
    const blur = createPyramidBlur(size, sigma)
    const levels = (weight: number) => {
      const plane = planeOf(new Float32Array(256).fill(200))
      const small = blur.blurDown(plane, planeOf(new Float32Array(256).fill(weight)))
      return small.data[small.start]!
    }
    expect(levels(0.5)).toBeCloseTo(100, 2)
    expect(levels(0)).toBeCloseTo(200e-6, 7)
  })
})
