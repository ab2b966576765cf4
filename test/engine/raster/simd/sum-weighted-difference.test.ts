import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { SUM_WEIGHTED_DIFFERENCE } from '../../../../engine/raster/simd/sum-weighted-difference.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

test('weights, weighted differences and their weighted squares are summed up', () => {
  const sumWeightedDifference = instantiateKernel(SUM_WEIGHTED_DIFFERENCE)
  for (let fours = 1; fours <= 10; fours++) {
    withArena(() => {
      const [one, other, weights] = [1, 2, 3].map((seed) => planeOf(noise(4 * fours, seed)))
      const to = allocPlane(12)
      const addresses = [to, one!, other!, weights!].map(({ byteOffset }) => byteOffset)
      sumWeightedDifference(...(addresses as [number, number, number, number]), fours)
      const expected = new Float64Array(12)
      for (let i = 0; i < 4 * fours; i++) {
        const difference = one![i]! - other![i]!
        for (let power = 0; power < 3; power++) {
          const lane = 4 * power + (i % 4)
          expected[lane] = expected[lane]! + weights![i]! * difference ** power
        }
      }
      expect(farthest(to, expected)).toBeLessThan(1e-5)
    })
  }
})
