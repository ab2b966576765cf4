import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import {
  DOWNSAMPLE_ROW,
  DOWNSAMPLE_WEIGHTED_ROW,
} from '../../../../engine/raster/simd/downsample-row.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

const FOURS = Array.from({ length: 10 }, (_, nth) => nth + 1)

test('a row of half the width has the means of 2 × 2 values', () => {
  const downsampleRow = instantiateKernel(DOWNSAMPLE_ROW)
  for (const fours of FOURS) {
    withArena(() => {
      const [top, bottom] = [planeOf(noise(8 * fours, 1)), planeOf(noise(8 * fours, 2))]
      const to = allocPlane(4 * fours)
      downsampleRow(to.byteOffset, top.byteOffset, bottom.byteOffset, fours)
      const expected = to.map(
        (_, i) => (top[2 * i]! + top[2 * i + 1]! + bottom[2 * i]! + bottom[2 * i + 1]!) / 4,
      )
      expect(farthest(to, expected)).toBeLessThan(1e-6)
    })
  }
})

test('values count by their weights, each of which is a little more than it says', () => {
  const downsampleRow = instantiateKernel(DOWNSAMPLE_WEIGHTED_ROW)
  const least = 0.25
  for (const fours of FOURS) {
    withArena(() => {
      const [top, bottom] = [planeOf(noise(8 * fours, 3)), planeOf(noise(8 * fours, 4))]
      const above = planeOf(noise(8 * fours, 5, 1))
      const below = planeOf(noise(8 * fours, 6, 1))
      const to = allocPlane(4 * fours)
      const addresses = [to, top, bottom, above, below].map(({ byteOffset }) => byteOffset)
      downsampleRow(...(addresses as [number, number, number, number, number]), fours, least)
      const weighted = (row: Float32Array, weights: Float32Array, i: number): number =>
        row[i]! * (weights[i]! + least)
      const expected = to.map((_, n) => {
        const pair = (i: number): number => weighted(top, above, i) + weighted(bottom, below, i)
        return (pair(2 * n) + pair(2 * n + 1)) / 4
      })
      expect(farthest(to, expected)).toBeLessThan(1e-6)
    })
  }
})
