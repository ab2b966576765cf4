import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { encodeJpeg, JPEG_OPTIONS, openJpeg } from '../../../engine/media/encode-jpeg.ts'
import { paint } from './paint.ts'

/** The second bytes of the restart markers in a file. */
function restartsOf(file: Buffer): number[] {
  return [...file.keys()]
    .filter((at) => file[at] === 0xff && (file[at + 1]! & 0xf8) === 0xd0)
    .map((at) => file[at + 1]!)
}

describe('encodeJpeg', () => {
  it('gives the pixels of one file', async () => {
    const [width, height] = [1205, 917]
    const source = await paint(width, height).png({ compressionLevel: 1 }).toBuffer()
    const strips = await encodeJpeg(await decodePicture(source))
    expect(restartsOf(strips)).toEqual([0xd0, 0xd1, 0xd2])
    const whole = await sharp(source).jpeg(JPEG_OPTIONS).toBuffer()
    const [found, expected] = await Promise.all([strips, whole].map(decodePicture))
    expect([found!.width, found!.height]).toEqual([width, height])
    expect([...strips.subarray(-2)]).toEqual([0xff, 0xd9])
    // As many blocks lie between two restarts as a strip has.
    const interval = strips.indexOf(Buffer.from([0xff, 0xdd, 0, 4]))
    expect(strips.readUInt16BE(interval + 4)).toBe(151 * 29)
    expect(Buffer.from(found!.data).equals(Buffer.from(expected!.data))).toBe(true)
  })

  it('has strips of no more blocks than there may be', async () => {
    const size = { width: 8000, height: 3608 }
    const data = new Uint8ClampedArray(4 * size.width * size.height).fill(255)
    const file = await encodeJpeg({ ...size, data })
    // Their markers are counted from 0 to 7 again and again.
    expect(restartsOf(file)).toEqual([...Array.from({ length: 8 }, (_, nth) => 0xd0 + nth), 0xd0])
    expect(await sharp(file).metadata()).toMatchObject(size)
  })

  it('encodes strips as soon as they are settled, and those in which pixels change at the end', async () => {
    const size = { width: 1200, height: 960 }
    const plain = (level: number) => ({
      ...size,
      data: new Uint8ClampedArray(4 * size.width * size.height)
        .fill(level)
        .map((value, at) => (at % 4 === 3 ? 255 : value)),
    })
    const jpeg = openJpeg(size)
    jpeg.settle(plain(60), [{ left: 500, top: 121, width: 9, height: 400 }])
    jpeg.settle(plain(120), [{ left: 0, top: 239, width: 9, height: 2 }])
    const { data } = await decodePicture(await jpeg.finish(plain(180)))
    const rows = [0, 479, 480, 719, 720, 959].map((y) => data[4 * size.width * y])
    expect(rows).toEqual([180, 180, 120, 120, 60, 60])
  })

  it('is idle when nothing is being encoded any more', async () => {
    const size = { width: 1200, height: 960 }
    const jpeg = openJpeg(size)
    const file = jpeg.finish({ ...size, data: new Uint8ClampedArray(4 * 1200 * 960) })
    await jpeg.idle()
    const late = new Promise((resolve) => setImmediate(() => resolve('late')))
    expect(await Promise.race([file.then(() => 'done'), late])).toBe('done')
  })

  it('throws the error of a strip where the file is awaited, and nowhere else', async () => {
    const size = { width: 1200, height: 960 }
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const jpeg = openJpeg(size)
    const tooFew = { ...size, data: new Uint8ClampedArray(400) }
    jpeg.settle(tooFew, [])
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(unhandled).not.toHaveBeenCalled()
    await jpeg.idle()
    await expect(jpeg.finish(tooFew)).rejects.toThrow()
  })

  it('quantises as at a quality of 95', async () => {
    const file = await encodeJpeg({ width: 8, height: 8, data: new Uint8ClampedArray(256) })
    const table = file.indexOf(Buffer.from([0xff, 0xdb]))
    // A tenth of 16, 11, 12 and 14, the first of the table that ITU T.81 has in K.1, and at least 1.
    expect([...file.subarray(table + 5, table + 9)]).toEqual([2, 1, 1, 1])
  })

  it('lays transparent pixels onto white in every strip', async () => {
    const size = { width: 1200, height: 900 }
    const data = new Uint8ClampedArray(4 * size.width * size.height)
    const picture = { ...size, data }
    const { channels } = await sharp(await encodeJpeg(picture)).stats()
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
  })

  it('writes a small picture in one piece', async () => {
    const source = await paint().png().toBuffer()
    const file = await encodeJpeg(await decodePicture(source))
    expect(restartsOf(file)).toEqual([])
    expect(file.equals(await sharp(source).jpeg(JPEG_OPTIONS).toBuffer())).toBe(true)
  })

  it.each([
    // 16,384 blocks of 8 × 8 pixels, and a row less.
    [1024, 1024, 3],
    [1024, 1016, 0],
    // One block more than four strips may hold.
    [3912, 3272, 4],
  ])('has as many strips as %i × %i pixels need', async (width, height, restarts) => {
    const data = new Uint8ClampedArray(4 * width * height)
    expect(restartsOf(await encodeJpeg({ width, height, data }))).toHaveLength(restarts)
  })
})
