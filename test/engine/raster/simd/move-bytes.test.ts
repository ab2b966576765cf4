import { expect, test } from 'vitest'
import { instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { COPY_BYTES, COPY_ROWS, FILL_BYTES } from '../../../../engine/raster/simd/move-bytes.ts'
import { allocPixels, LENGTHS } from './arena-values.ts'

const ROOM = 60

/** Bytes that are all different and not 0, from one on. */
const bytesFrom = (first: number): Uint8Array =>
  Uint8Array.from({ length: ROOM }, (_, i) => first + i)

/** The same bytes in the open arena. */
function toArenaBytes(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset } = allocPixels(ROOM / 4)
  const inArena = new Uint8Array(buffer, byteOffset, ROOM)
  inArena.set(bytes)
  return inArena
}

test.each(LENGTHS)('%i bytes are copied between any addresses, and no others', (length) => {
  const copyBytes = instantiateKernel(COPY_BYTES)
  withArena(() => {
    for (let offset = 0; offset < 5; offset++) {
      const [from, to] = [toArenaBytes(bytesFrom(1)), toArenaBytes(bytesFrom(101))]
      copyBytes(to.byteOffset + offset, from.byteOffset + 3, length)
      const expected = bytesFrom(101)
      expected.set(bytesFrom(1).subarray(3, 3 + length), offset)
      expect([...to]).toEqual([...expected])
    }
  })
})

test.each(LENGTHS)('%i bytes are set, and no others', (length) => {
  const fillBytes = instantiateKernel(FILL_BYTES)
  withArena(() => {
    for (let offset = 0; offset < 5; offset++) {
      const bytes = toArenaBytes(bytesFrom(1))
      fillBytes(bytes.byteOffset + offset, 200, length)
      expect([...bytes]).toEqual([...bytesFrom(1).fill(200, offset, offset + length)])
    }
  })
})

test('rows of a rectangle are copied, and nothing beside them', () => {
  withArena(() => {
    const [from, to] = [toArenaBytes(bytesFrom(1)), toArenaBytes(bytesFrom(101))]
    instantiateKernel(COPY_ROWS)(to.byteOffset + 2, from.byteOffset + 2, 20, 7, 3)
    const isCopied = (at: number): boolean => at % 20 >= 2 && at % 20 < 9
    const expected = [...bytesFrom(101)].map((byte, at) => (isCopied(at) ? at + 1 : byte))
    expect([...to]).toEqual(expected)
  })
})
