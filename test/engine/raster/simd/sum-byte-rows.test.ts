import { expect, test } from 'vitest'
import { allocBytes, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { SUM_BYTE_ROWS } from '../../../../engine/raster/simd/sum-byte-rows.ts'

test.each([1, 2, 5, 257])('%i rows of bytes are summed column by column', (rows) => {
  const sumByteRows = instantiateKernel(SUM_BYTE_ROWS)
  for (const width of [1, 15, 16, 17, 40]) {
    withArena(() => {
      const stride = width + 3
      const bytes = allocBytes(stride * rows + 16)
      const random = seededRandom()
      for (let at = 0; at < bytes.length; at++) bytes[at] = rows === 257 ? 255 : 256 * random()
      const sixteens = Math.ceil(width / 16)
      const line = allocBytes(32 * sixteens)
      sumByteRows(line.byteOffset, bytes.byteOffset, sixteens, stride, rows)
      const sums = new Uint16Array(line.buffer, line.byteOffset, width)
      const expected = Array.from({ length: width }, (_, x) =>
        Array.from({ length: rows }, (_, y) => bytes[y * stride + x]!).reduce((a, b) => a + b),
      )
      expect([...sums]).toEqual(expected)
    })
  }
})
