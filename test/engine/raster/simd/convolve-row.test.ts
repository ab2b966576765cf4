import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { convolveRowKernel } from '../../../../engine/raster/simd/convolve-row.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

/** The sum of a value and its neighbours `step` values apart, by symmetric weights. */
function convolved(values: Float32Array, at: number, step: number, weights: Float32Array): number {
  return weights.reduce(
    (sum, weight, k) =>
      sum + weight * (k === 0 ? values[at]! : values[at - k * step]! + values[at + k * step]!),
    0,
  )
}

// Up to 8 the loop over the neighbours is unrolled.
test.each([1, 2, 3, 7, 8, 9, 12])('a row is weighted with %i neighbours to each side', (reach) => {
  const convolveRow = instantiateKernel(convolveRowKernel(reach))
  const weights = noise(reach + 1, reach, 1)
  for (const step of [1, 3, 40]) {
    for (let fours = 1; fours <= 10; fours++) {
      withArena(() => {
        const start = reach * step
        const from = planeOf(noise(2 * start + 4 * fours, fours))
        const to = allocPlane(4 * fours)
        const address = from.byteOffset + 4 * start
        const byWeights = planeOf(weights).byteOffset
        convolveRow(to.byteOffset, address, fours, 4 * step, byWeights, reach)
        const expected = to.map((_, i) => convolved(from, start + i, step, weights))
        expect(farthest(to, expected)).toBeLessThan(1e-5)
      })
    }
  }
})
