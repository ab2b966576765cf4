import { expect, test } from 'vitest'
import {
  addressOf,
  allocPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { boxRowsKernel } from '../../../../engine/raster/simd/box-rows.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

type Combine = (values: readonly number[]) => number
const mean: Combine = (values) => values.reduce((all, value) => all + value, 0) / values.length
const most: Combine = (values) => Math.max(...values)

test.each([
  [4, 1, 2],
  [4, 2, 3],
  [8, 3, 1],
  [20, 9, 2],
  [20, 9, 3],
  [16, 12, 4],
])(
  'squares in %i × %i values are combined, %i to each side, edges repeated',
  (width, height, reach) => {
    const values = noise(width * height, 5)
    const made = (of: 'mean' | 'most'): number[] =>
      withArena(() => {
        const to = allocPlane(values.length)
        const scratch = addressOf(allocPlane(width + 8))
        const rows = instantiateKernel(boxRowsKernel(of, reach))
        rows(addressOf(to), addressOf(planeOf(values)), scratch, 4 * width, width / 4, height)
        return [...to]
      })
    const expected = (combine: Combine): number[] =>
      Array.from(values, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)]
        const side = 2 * reach + 1
        const around = Array.from({ length: side * side }, (_, nth) => {
          const row = Math.min(height - 1, Math.max(0, y + Math.floor(nth / side) - reach))
          const column = Math.min(width - 1, Math.max(0, x + (nth % side) - reach))
          return values[row * width + column]!
        })
        return combine(around)
      })
    expect(farthest(made('mean'), expected(mean))).toBeLessThan(1e-5)
    expect(made('most')).toEqual(expected(most))
  },
)
