import { expect, test } from 'vitest'
import {
  type BitMask,
  bitsAbove,
  growBits,
  hasBit,
  invertBits,
  shrinkBits,
  withoutBits,
} from '../../../../engine/raster/mask/bit-mask.ts'
import { growMask } from '../../../../engine/raster/mask/grow-mask.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const WIDTHS = [1, 31, 32, 33, 64, 70]

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
  const bits = bitsAbove(one, size, 0)
  expect(bytesOf(bits)).toEqual(one)
  expect(bytesOf(invertBits(bits))).toEqual(one.map((on) => 1 - on))
  expect(bytesOf(withoutBits(bits, bitsAbove(other, size, 0)))).toEqual(
    one.map((on, at) => on & (1 - other[at]!)),
  )
})

test('a pixel of a mask is above the level, not at it', () => {
  const bits = bitsAbove(Float32Array.of(0.5, 0.5001, 0.4), { width: 3, height: 1 }, 0.5)
  expect(bytesOf(bits)).toEqual(Uint8Array.of(0, 1, 0))
})

test.each(WIDTHS)('a mask %i pixels wide grows and shrinks as one of bytes', (width) => {
  const size = { width, height: 23 }
  const mask = someMask(width)
  const inverse = mask.map((on) => 1 - on)
  for (const by of [0, 1, 2, 5, 13, 31, 32, 40]) {
    expect(bytesOf(growBits(bitsAbove(mask, size, 0), by))).toEqual(growMask(mask, size, by))
    expect(bytesOf(shrinkBits(bitsAbove(inverse, size, 0), by))).toEqual(
      growMask(mask, size, by).map((on) => 1 - on),
    )
  }
})
