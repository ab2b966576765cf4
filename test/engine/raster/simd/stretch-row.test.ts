import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { STRETCH_ROW } from '../../../../engine/raster/simd/stretch-row.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

test('values between those of a row are interpolated, and no others written', () => {
  const stretchRow = instantiateKernel(STRETCH_ROW)
  for (let count = 1; count <= 20; count++) {
    withArena(() => {
      const [from, shares] = [planeOf(noise(8, 1)), planeOf(noise(count, 2))]
      const firsts = allocPlane(count)
      const offsets = new Int32Array(firsts.buffer, firsts.byteOffset, count)
      for (let at = 0; at < count; at++) offsets[at] = 4 * (at % 7)
      const to = allocPlane(count + 1).fill(7)
      const addresses = [to, from, firsts, shares].map(({ byteOffset }) => byteOffset)
      stretchRow(...(addresses as [number, number, number, number]), count)
      const expected = Array.from({ length: count }, (_, at) => {
        const [one, next] = [from[at % 7]!, from[(at % 7) + 1]!]
        return one + (next - one) * shares[at]!
      })
      expect(farthest(to.subarray(0, count), new Float64Array(expected))).toBeLessThan(1e-5)
      expect(to[count]).toBe(7)
    })
  }
})
