import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { RELAX_FOURS } from '../../../../engine/raster/simd/relax-fours.ts'
import { noise, planeOf } from './arena-values.ts'

const [WIDTH, HEIGHT, SHARE] = [7, 6, 1.75] as const

test('each pixel moves towards the weighted mean of those around it, exactly as sums of 64 bits say', () => {
  const relaxFours = instantiateKernel(RELAX_FOURS)
  for (let count = 1; count <= 12; count++) {
    withArena(() => {
      const values = planeOf(noise(4 * WIDTH * HEIGHT, count))
      const weights = planeOf(noise(4 * count, 40 + count))
      const expected = Float32Array.from(values)
      const order = Array.from({ length: count }, (_, n) => WIDTH + 1 + ((5 * n) % (3 * WIDTH)))
      const plane = allocPlane(count)
      const pixels = new Int32Array(plane.buffer, plane.byteOffset, count)
      for (const [n, i] of order.entries()) {
        pixels[n] = values.byteOffset + 16 * i
        for (let c = 0; c < 4; c++) {
          let mean = 0
          for (const [side, by] of [-1, 1, -WIDTH, WIDTH].entries()) {
            mean += weights[4 * n + side]! * expected[4 * (i + by) + c]!
          }
          const own = expected[4 * i + c]!
          expected[4 * i + c] = own + SHARE * (mean - own)
        }
      }
      relaxFours(pixels.byteOffset, weights.byteOffset, 16 * WIDTH, count, SHARE)
      expect([...values]).toEqual([...expected])
    })
  }
})
