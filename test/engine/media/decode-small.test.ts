import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeSmall } from '../../../engine/media/decode-small.ts'
import { readHeader } from '../../../engine/media/read-header.ts'
import { isOpaque } from '../../../engine/raster/pixels/packed-rgba.ts'

/** A JPEG whose red goes from left to right and whose green from top to bottom. */
function ramp(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      data[at] = Math.round((255 * x) / width)
      data[at + 1] = Math.round((255 * y) / height)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function small(
  width: number,
  height: number,
  options: { orientation?: number; progressive?: boolean } = {},
) {
  const { orientation, progressive = false } = options
  const image = orientation
    ? ramp(width, height).withMetadata({ orientation })
    : ramp(width, height)
  const bytes = await image.jpeg({ progressive }).toBuffer()
  return await decodeSmall(bytes, await readHeader(bytes, 'jpeg'))
}

describe('a small copy', () => {
  test.each([
    [1_536, 64, 384, 16],
    [64, 1_536, 16, 384],
    [1_537, 66, 385, 17],
    [1_538, 64, 385, 16],
  ])(
    'of %i × %i pixels has a quarter of each side, rounded up',
    async (width, height, right, down) => {
      const copy = await small(width, height)
      expect(copy).toMatchObject({ halvings: 2, picture: { width: right, height: down } })
      const { data } = copy!.picture
      const at = 4 * (Math.floor(down / 2) * right + Math.floor(right / 2))
      expect(Math.abs(data[at]! - 127)).toBeLessThan(10)
      expect(Math.abs(data[at + 1]! - 127)).toBeLessThan(10)
      expect(data[at + 3]).toBe(255)
    },
  )

  test('is made from 1,536 pixels on', async () => {
    expect(await small(1_535, 64)).toBeUndefined()
    expect(await small(64, 1_535)).toBeUndefined()
  })

  test('is turned upright where no side is rounded up', async () => {
    expect(await small(1_536, 64, { orientation: 6 })).toMatchObject({
      picture: { width: 16, height: 384 },
    })
    expect(await small(1_537, 64, { orientation: 6 })).toBeUndefined()
    expect(await small(1_536, 65, { orientation: 6 })).toBeUndefined()
  })

  test('has each block of four by four pixels where it is, also where a side is rounded up', async () => {
    for (const width of [1_536, 1_537, 1_539]) {
      const data = Buffer.alloc(width * 64)
      // Stripes of sixteen pixels.
      for (let at = 0; at < data.length; at++) data[at] = ((at % width) >> 4) % 2 ? 210 : 40
      const stripes = sharp(data, { raw: { width, height: 64, channels: 1 } })
      const bytes = await stripes.jpeg({ quality: 95 }).toBuffer()
      const copy = await decodeSmall(bytes, await readHeader(bytes, 'jpeg'))
      for (let x = 0; x < 384; x++) {
        expect(Math.abs(copy!.picture.data[4 * x]! - ((x >> 2) % 2 ? 210 : 40))).toBeLessThan(12)
      }
    }
  })

  test('is known to be opaque without a look at its pixels', async () => {
    const { picture } = (await small(1_536, 64))!
    picture.data.fill(0)
    expect(isOpaque(picture)).toBe(true)
  })

  test('is not made of several scans', async () => {
    const bytes = await ramp(1_536, 64).jpeg().toBuffer()
    const header = await readHeader(bytes, 'jpeg')
    expect(header.scans).toBe(1)
    expect(await decodeSmall(bytes, { ...header, scans: 2 })).toBeUndefined()
    expect(await small(1_536, 64, { progressive: true })).toBeUndefined()
  })
})

test('a header tells the scans of a JPEG, and one for others', async () => {
  const scansOf = async (bytes: Buffer, format: 'jpeg' | 'png') =>
    (await readHeader(bytes, format)).scans
  expect(await scansOf(await ramp(64, 64).jpeg().toBuffer(), 'jpeg')).toBe(1)
  const progressive = await ramp(64, 64).jpeg({ progressive: true }).toBuffer()
  // libjpeg-turbo's script for colours has ten scans.
  expect(await scansOf(progressive, 'jpeg')).toBe(10)
  expect(await scansOf(await ramp(64, 64).png({ progressive: true }).toBuffer(), 'png')).toBe(1)
})

test.each([
  [100, 100],
  [101, undefined],
])('a JPEG of %i scans is read, or refused for how long it would take', async (count, scans) => {
  const jpeg = await ramp(16, 16).jpeg().toBuffer()
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)
  const again = Array.from({ length: count - 1 }, () => scan)
  const bytes = Buffer.concat([jpeg.subarray(0, -2), ...again, jpeg.subarray(-2)])
  const read = readHeader(bytes, 'jpeg')
  if (scans) expect((await read).scans).toBe(scans)
  else await expect(read).rejects.toMatchObject({ message: 'The JPEG has more than 100 scans.' })
})

test('a header of another format than that of its first bytes is refused', async () => {
  const png = await ramp(8, 8).png().toBuffer()
  await expect(readHeader(png, 'jpeg')).rejects.toMatchObject({
    condition: 'unreadable',
    message: 'The file starts like JPEG but is none.',
  })
  await expect(readHeader(Buffer.from('no picture'), 'png')).rejects.toMatchObject({
    message: 'The PNG header is damaged.',
  })
})

test('a picture that says nothing of its orientation is not turned', async () => {
  for (const format of ['jpeg', 'png'] as const) {
    const bytes = await ramp(16, 8).toFormat(format).toBuffer()
    expect(await readHeader(bytes, format)).toMatchObject({
      isTurned: false,
      scans: 1,
      gainMap: false,
    })
  }
})

test.each([
  [1, false],
  [2, true],
  [6, true],
  [8, true],
])('orientation %i turns a picture: %s', async (orientation, isTurned) => {
  const bytes = await ramp(16, 8).withMetadata({ orientation }).jpeg().toBuffer()
  const header = await readHeader(bytes, 'jpeg')
  expect(header.isTurned).toBe(isTurned)
  expect([header.width, header.height]).toEqual(orientation > 4 ? [8, 16] : [16, 8])
})
