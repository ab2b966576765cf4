import { expect, test } from 'vitest'
import {
  addressOf,
  allocPlane,
  allocZeroPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { MOST_ALONG } from '../../../../engine/raster/simd/most-along.ts'
import { noise, planeOf } from './arena-values.ts'

test.each([
  [4, 1],
  [8, 3],
  [20, 7],
])('the largest values of %i columns and %i rows', (columns, rows) => {
  const plane = noise(columns * rows, 1, 1).map(Math.abs)
  const made = withArena(() => {
    const [ofRows, ofColumns] = [allocPlane(4 * rows), allocZeroPlane(columns)]
    const from = addressOf(planeOf(plane))
    instantiateKernel(MOST_ALONG)(addressOf(ofRows), addressOf(ofColumns), from, columns, rows)
    const fours = Array.from({ length: rows }, (_, row) => ofRows.slice(4 * row, 4 * row + 4))
    return { rows: fours.map((four) => Math.max(...four)), columns: [...ofColumns] }
  })
  const value = (row: number, column: number): number => plane[row * columns + column]!
  const all = (count: number) => Array.from({ length: count }, (_, nth) => nth)
  expect(made.rows).toEqual(
    all(rows).map((row) => Math.max(...all(columns).map((column) => value(row, column)))),
  )
  expect(made.columns).toEqual(
    all(columns).map((column) => Math.max(...all(rows).map((row) => value(row, column)))),
  )
})
