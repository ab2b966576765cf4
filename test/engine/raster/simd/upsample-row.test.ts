import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { UPSAMPLE_ROW } from '../../../../engine/raster/simd/upsample-row.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

test('a row of twice the width lies between its neighbours, three quarters to one', () => {
  const upsampleRow = instantiateKernel(UPSAMPLE_ROW)
  for (let fours = 1; fours <= 10; fours++) {
    withArena(() => {
      // Each row has a value before its first and one behind its last.
      const near = planeOf(noise(4 * fours + 2, fours))
      const other = planeOf(noise(4 * fours + 2, fours + 100))
      const to = allocPlane(8 * fours)
      upsampleRow(to.byteOffset, near.byteOffset, other.byteOffset, fours)
      const between = near.map((value, i) => 0.75 * value + 0.25 * other[i]!)
      const expected = to.map((_, i) => {
        const at = (i >> 1) + 1
        return 0.75 * between[at]! + 0.25 * between[at + (i % 2 === 0 ? -1 : 1)]!
      })
      expect(farthest(to, expected)).toBeLessThan(1e-6)
    })
  }
})
