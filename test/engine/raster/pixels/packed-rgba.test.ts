import { describe, expect, it } from 'vitest'
import { isOpaque, noteOpaque, packedRgba } from '../../../../engine/raster/pixels/packed-rgba.ts'

describe('packed pixels', () => {
  it('hold red in the lowest byte and alpha in the highest, aligned or not', () => {
    const bytes = new Uint8ClampedArray(13)
    for (const data of [bytes.subarray(0, 8), bytes.subarray(5, 13)]) {
      data.set([1, 2, 3, 4, 5, 6, 7, 255])
      expect([...packedRgba(data)]).toEqual([0x04030201, 0xff070605 | 0])
    }
  })
})

describe('opacity', () => {
  const opaque = (pixels: number) => new Uint8ClampedArray(pixels * 4).fill(255)

  it.each([1, 4096, 4097, 10_000])(
    'of %i pixels is full, unless a single one is not opaque',
    (pixels) => {
      expect(isOpaque({ data: opaque(pixels) })).toBe(true)
      for (const at of [0, pixels >> 1, pixels - 1]) {
        const data = opaque(pixels)
        data[at * 4 + 3] = 254
        expect(isOpaque({ data })).toBe(false)
      }
    },
  )

  it('is taken from a note', () => {
    const data = new Uint8ClampedArray(8)
    noteOpaque({ data })
    expect(isOpaque({ data })).toBe(true)
  })

  it('does not depend on the colour', () => {
    expect(isOpaque({ data: new Uint8ClampedArray([0, 0, 0, 255]) })).toBe(true)
  })
})
