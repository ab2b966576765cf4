import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { LEVEL_BYTES } from '../../../../engine/raster/simd/level-bytes.ts'
import { noise, planeOf } from './arena-values.ts'

function rounded(values: ArrayLike<number>): number[] {
  return withArena(() => {
    const to = allocBytes(values.length + 1)
    to.fill(7)
    const levelBytes = instantiateKernel(LEVEL_BYTES)
    levelBytes(addressOf(to), addressOf(planeOf(values)), 16, 235, values.length / 8)
    return [...to]
  })
}

test('levels are rounded, halves up, and kept within bounds; what is behind them stays', () => {
  const values = [15.2, 16.5, 99.49, 99.5, 234.6, 235.4, -3e9, 3e9]
  expect(rounded(values)).toEqual([16, 17, 99, 100, 235, 235, 16, 235, 7])
})

test('many levels are those that script rounds', () => {
  const values = noise(8000, 1, 300)
  const expected = [...values].map((value) => Math.min(235, Math.max(16, Math.floor(value + 0.5))))
  expect(rounded(values)).toEqual([...expected, 7])
})
