import { describe, expect, it } from 'vitest'
import { isOpaque, noteOpaque, packedRgba } from '../../../engine/raster/packed-rgba.ts'

describe('pixels as numbers', () => {
  it('hold red lowest and alpha highest, wherever the bytes lie', () => {
    const bytes = new Uint8ClampedArray(13)
    for (const data of [bytes.subarray(0, 8), bytes.subarray(5, 13)]) {
      data.set([1, 2, 3, 4, 5, 6, 7, 255])
      expect([...packedRgba(data)]).toEqual([0x04030201, 0xff070605 | 0])
    }
  })
})

describe('whether every pixel is opaque', () => {
  const opaque = (pixels: number) => new Uint8ClampedArray(pixels * 4).fill(255)

  it.each([1, 4096, 4097, 10_000])(
    'says so of %i pixels, and sees a single one that is not',
    (pixels) => {
      expect(isOpaque({ data: opaque(pixels) })).toBe(true)
      for (const at of [0, pixels >> 1, pixels - 1]) {
        const data = opaque(pixels)
        data[at * 4 + 3] = 254
        expect(isOpaque({ data })).toBe(false)
      }
    },
  )

  it('believes what it was told', () => {
    const data = new Uint8ClampedArray(8)
    noteOpaque({ data })
    expect(isOpaque({ data })).toBe(true)
  })

  it('does not mind dark colours', () => {
    expect(isOpaque({ data: new Uint8ClampedArray([0, 0, 0, 255]) })).toBe(true)
  })
})
