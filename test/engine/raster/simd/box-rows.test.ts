import { expect, test } from 'vitest'
import {
  addressOf,
  allocPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { MEAN_ROWS, MOST_ROWS } from '../../../../engine/raster/simd/box-rows.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

type Combine = (values: readonly number[]) => number
const mean: Combine = (values) => values.reduce((all, value) => all + value, 0) / values.length
const most: Combine = (values) => Math.max(...values)

test.each([
  [4, 1],
  [4, 2],
  [8, 3],
  [20, 9],
])('squares of %i × %i values are combined, edges repeated', (width, height) => {
  const values = noise(width * height, 5)
  const made = (kernel: typeof MEAN_ROWS): number[] =>
    withArena(() => {
      const to = allocPlane(values.length)
      const scratch = addressOf(allocPlane(width + 8))
      const rows = instantiateKernel(kernel)
      rows(addressOf(to), addressOf(planeOf(values)), scratch, 4 * width, width / 4, height)
      return [...to]
    })
  const expected = (combine: Combine): number[] =>
    Array.from(values, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      const around = Array.from({ length: 25 }, (_, nth) => {
        const row = Math.min(height - 1, Math.max(0, y + Math.floor(nth / 5) - 2))
        const column = Math.min(width - 1, Math.max(0, x + (nth % 5) - 2))
        return values[row * width + column]!
      })
      return combine(around)
    })
  expect(farthest(made(MEAN_ROWS), expected(mean))).toBeLessThan(1e-5)
  expect(made(MOST_ROWS)).toEqual(expected(most))
})
