import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import {
  convolvePlane,
  createConvolution,
  gaussianWeights,
} from '../../../../engine/raster/filter/convolution.ts'
import { noise, planeOf } from '../simd/arena-values.ts'

test('filters of one reach share a kernel, which is compiled once', () => {
  withArena(() => {
    const [narrow, wide] = [
      createConvolution(5, Float32Array.of(0.5, 0.25)),
      createConvolution(9, Float32Array.of(1, 0)),
    ]
    expect(narrow.convolveRow).toBe(wide.convolveRow)
    expect(createConvolution(5, Float32Array.of(1)).convolveRow).not.toBe(wide.convolveRow)
  })
})

test.each([
  [1, 3],
  [1.2, 4],
  [3, 9],
])(
  'a Gaussian of %f reaches %i values to each side, and its weights are 1 in all',
  (sigma, reach) => {
    const weights = gaussianWeights(sigma)
    expect(weights).toHaveLength(reach + 1)
    const both = weights.reduce((sum, weight, k) => sum + (k === 0 ? weight : 2 * weight), 0)
    expect(both).toBeCloseTo(1, 6)
    for (const [k, weight] of weights.entries()) {
      expect(weight / weights[0]!).toBeCloseTo(Math.exp(-(k * k) / (2 * sigma * sigma)), 6)
    }
  },
)

test.each([
  [1, 1, 1],
  [3, 2, 2],
  [37, 9, 3],
  [100, 4, 5],
])(
  '%i × %i values are filtered by weights to %i on each side, edges repeated',
  (width, height, reach) => {
    const values = noise(width * height, 1)
    const weights = noise(reach + 1, 2, 1)
    const made = withArena(() => convolvePlane(planeOf(values), { width, height }, weights).slice())
    const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))
    for (const [at, value] of made.entries()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      let sum = 0
      for (let j = -reach; j <= reach; j++) {
        for (let i = -reach; i <= reach; i++) {
          const near = values[clamp(y + j, height) * width + clamp(x + i, width)]!
          sum += weights[Math.abs(i)]! * weights[Math.abs(j)]! * near
        }
      }
      expect(value).toBeCloseTo(sum, 3)
    }
  },
)
