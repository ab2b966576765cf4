import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  storedBox,
  storedSize,
  toStoredOrientation,
  toUpright,
} from '../../../engine/prepare/orientation.ts'

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** A picture whose pixels all differ. */
const STORED = { width: 5, height: 3 }
const PIXELS = Uint8Array.from({ length: 45 }, (_, n) => 5 * n)

describe.each(ORIENTATIONS)('orientation %i', (orientation) => {
  const upright = storedSize(STORED, orientation)

  test('turns pixels upright as the decoding library does, and back', async () => {
    const raw = { ...STORED, channels: 3 } as const
    const file = await sharp(PIXELS, { raw }).withMetadata({ orientation }).png().toBuffer()
    const turned = await sharp(file).autoOrient().raw().toBuffer()
    const own = toUpright(PIXELS, upright, 3, orientation)
    expect([...own]).toEqual([...turned])
    expect([...toStoredOrientation(own, upright, 3, orientation)]).toEqual([...PIXELS])
  })

  test('finds a part of the upright picture in the file', async () => {
    const box = { left: 1, top: 0, width: 2, height: 3 }
    const part = storedBox(box, upright, orientation)
    const cut = (data: Uint8Array, size: typeof STORED, { left, top, width, height }: typeof box) =>
      Array.from({ length: width * height }, (_, n) => {
        const at = (top + Math.floor(n / width)) * size.width + left + (n % width)
        return data[3 * at]
      }).sort()
    const own = toUpright(PIXELS, upright, 3, orientation)
    expect(cut(PIXELS, STORED, part)).toEqual(cut(own, upright, box))
  })
})
