import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { encodeJpeg, JPEG_OPTIONS } from '../../../engine/media/encode-jpeg.ts'
import { paint } from './paint.ts'

/** The second bytes of the restart markers in a file. */
function restartsOf(file: Buffer): number[] {
  return [...file.keys()]
    .filter((at) => file[at] === 0xff && (file[at + 1]! & 0xf8) === 0xd0)
    .map((at) => file[at + 1]!)
}

describe('encodeJpeg', () => {
  it.each([
    ['two strips', 1205, 917, 1],
    ['strips of as many blocks as there may be', 2400, 3003, 2],
  ])('gives the pixels of one file: %s', async (_, width, height, restarts) => {
    const source = await paint(width, height).png({ compressionLevel: 1 }).toBuffer()
    const strips = await encodeJpeg(await decodePicture(source))
    expect(restartsOf(strips)).toEqual([0xd0, 0xd1].slice(0, restarts))
    const whole = await sharp(source).jpeg(JPEG_OPTIONS).toBuffer()
    const [found, expected] = await Promise.all([strips, whole].map(decodePicture))
    expect([found!.width, found!.height]).toEqual([width, height])
    expect(Buffer.from(found!.data).equals(Buffer.from(expected!.data))).toBe(true)
  })

  it('lays transparent pixels onto white in every strip', async () => {
    const size = { width: 1200, height: 900 }
    const data = new Uint8ClampedArray(4 * size.width * size.height)
    const picture = { ...size, data }
    const { channels } = await sharp(await encodeJpeg(picture)).stats()
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
  })

  it('writes a small picture in one piece', async () => {
    const picture = await decodePicture(await paint().png().toBuffer())
    expect(restartsOf(await encodeJpeg(picture))).toEqual([])
  })
})
