import { expect, test } from 'vitest'
import {
  type BitMask,
  bitsAbove,
  bitsOfBytes,
  growBits,
  hasBit,
  invertBits,
  shrinkBits,
  withoutBits,
  writeBits,
} from '../../../../engine/raster/mask/bit-mask.ts'
import { growMask } from '../../../../engine/raster/mask/grow-mask.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const WIDTHS = [1, 31, 32, 33, 64, 70, 230]

function someMask(width: number, share = 0.03): Uint8Array {
  const random = seededRandom(width)
  return Uint8Array.from({ length: width * 23 }, () => (random() < share ? 1 : 0))
}

function bytesOf(mask: BitMask): Uint8Array {
  return Uint8Array.from({ length: mask.width * mask.height }, (_, at) => Number(hasBit(mask, at)))
}

test.each(WIDTHS)('a mask %i pixels wide holds, turns round and takes away its pixels', (width) => {
  const [one, other] = [someMask(width, 0.5), someMask(width + 1, 0.5).subarray(0, width * 23)]
  const size = { width, height: 23 }
  const bits = bitsOfBytes(one, size)
  expect(bytesOf(bits)).toEqual(one)
  expect(bytesOf(invertBits(bits))).toEqual(one.map((on) => 1 - on))
  expect(bytesOf(withoutBits(bits, bitsOfBytes(other, size)))).toEqual(
    one.map((on, at) => on & (1 - other[at]!)),
  )
})

test.each(WIDTHS)(
  'of a plane %i pixels wide those above a level, not at it, are a mask',
  (width) => {
    const size = { width, height: 23 }
    for (const level of [0, 0.1, 0.3, 0.5, -0.1, -0.7]) {
      const plane = Float32Array.from(someMask(width, 0.4), (on, at) => (on ? level : (at % 3) - 1))
      const bits = bitsAbove(plane, size, level)
      expect(bytesOf(bits)).toEqual(Uint8Array.from(plane, (value) => (value > level ? 1 : 0)))
      const written = new Float32Array(plane.length).fill(7)
      writeBits(written, bits)
      expect(written).toEqual(Float32Array.from(bytesOf(bits)))
    }
  },
)

test.each(WIDTHS)('a mask %i pixels wide grows and shrinks as one of bytes', (width) => {
  const size = { width, height: 23 }
  const mask = someMask(width, width > 100 ? 0.0004 : 0.03)
  const inverse = mask.map((on) => 1 - on)
  for (const by of [0, 1, 2, 5, 13, 31, 32, 40, 63, 64, 130]) {
    const grown = growMask(mask, size, by)
    // Bits behind the last pixel of a row are no pixels.
    expect(growBits(bitsOfBytes(mask, size), by)).toEqual(bitsOfBytes(grown, size))
    expect(bytesOf(shrinkBits(bitsOfBytes(inverse, size), by))).toEqual(grown.map((on) => 1 - on))
  }
})
