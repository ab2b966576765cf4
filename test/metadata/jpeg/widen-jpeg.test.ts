import sharp from 'sharp'
import { expect, it } from 'vitest'
import { widenJpeg } from '../../../metadata/jpeg/widen-jpeg.ts'

/** Noise, so that a pixel that moved would be seen. */
const SIDES = { width: 61, height: 47, channels: 3 } as const
const data = Buffer.alloc(61 * 47 * 3)
for (let at = 0; at < data.length; at++) data[at] = (at * 7919) % 251

it.each(['4:2:0', '4:4:4'])('a wider JPEG (%s) has the pixels of the file', async (chroma) => {
  const file = await sharp(data, { raw: SIDES }).jpeg({ chromaSubsampling: chroma }).toBuffer()
  const wide = widenJpeg(file)
  expect(await sharp(wide).metadata()).toMatchObject({ width: 64, height: 48 })
  const inner = { left: 0, top: 0, width: 60, height: 46 }
  const pixels = (bytes: Uint8Array) =>
    sharp(bytes, { failOn: 'warning' }).extract(inner).raw().toBuffer()
  expect(await pixels(wide)).toEqual(await pixels(file))
})

it('leaves a file without a frame as it is', () => {
  const file = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)
  expect(widenJpeg(file)).toEqual(file)
})

it('leaves a frame that is cut off as it is', () => {
  const file = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8)
  expect(widenJpeg(file)).toEqual(file)
})
