import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { PictureLimits } from '../../../engine/media/open-picture.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { isOpaque } from '../../../engine/raster/pixels/packed-rgba.ts'
import { LIMITS, paint } from './paint.ts'
import { animatedPng, hugePng } from './png-chunks.ts'

function fault(bytes: Uint8Array, limits: Partial<PictureLimits> = {}): Promise<Fault> {
  return openPicture(bytes, { ...LIMITS, ...limits }).then(
    () => expect.unreachable('the picture was opened'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(Fault)
      return error as Fault
    },
  )
}

describe('what is refused before any pixel is decoded', () => {
  it('no bytes', async () => {
    expect(await fault(new Uint8Array())).toMatchObject({ condition: 'empty' })
  })

  it('as many bytes as the limit, naming both numbers', async () => {
    const bytes = await paint().png().toBuffer()
    const { condition, message } = await fault(bytes, { maxBytes: bytes.length })
    expect(condition).toBe('bytes')
    expect(message).toContain(`${bytes.length} bytes; fewer than ${bytes.length}`)
    await expect(
      openPicture(bytes, { ...LIMITS, maxBytes: bytes.length + 1 }),
    ).resolves.toBeTruthy()
  })

  it.each([
    ['text', 'not a picture, whatever its name is'],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['html', '<html><img src="x.jpg"></html>'],
    ['pdf', '%PDF-1.7'],
    ['a header and no more', '\x89PNG\r\n\x1a\n'],
    ['a JPEG start with text behind it', '\xff\xd8\xff and then prose'],
  ])('%s', async (_, content) => {
    expect(await fault(Buffer.from(content, 'latin1'))).toMatchObject({ condition: 'unreadable' })
  })

  it.each(['webp', 'gif', 'tiff', 'avif'] as const)('%s, by name', async (format) => {
    const { condition, message } = await fault(await paint().toFormat(format).toBuffer())
    expect(condition).toBe('unreadable')
    expect(message).toBe(
      `The file is ${format === 'webp' ? 'WebP' : format.toUpperCase()}; this feature takes JPEG and PNG.`,
    )
  })

  it('a format the feature does not take', async () => {
    const { message } = await fault(await paint().png().toBuffer(), { formats: ['jpeg'] })
    expect(message).toBe('The file is PNG; this feature takes JPEG.')
  })

  it('30,000 × 30,000 pixels, without the memory they would take', async () => {
    const bytes = hugePng(30_000, 30_000)
    const before = process.memoryUsage().rss
    const { condition, message } = await fault(bytes, { maxLongSide: 100_000 })
    expect(condition).toBe('large')
    expect(message).toContain('30000 × 30000')
    expect(message).toContain('50000000 pixels')
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  })

  it('one pixel too many and one too few, naming the rule', async () => {
    const bytes = await paint(400, 320).png().toBuffer()
    expect(await fault(bytes, { maxLongSide: 399 })).toMatchObject({
      condition: 'large',
      message: 'The picture is 400 × 320 pixels; the longer side may have 399.',
    })
    expect(await fault(bytes, { minShortSide: 321 })).toMatchObject({
      condition: 'small',
      message: 'The picture is 400 × 320 pixels; the shorter side needs 321.',
    })
    expect(await fault(bytes, { maxRatio: 1.24 })).toMatchObject({ condition: 'ratio' })
    const exact = { ...LIMITS, maxRatio: 1.25, maxLongSide: 400, minShortSide: 320 }
    await expect(openPicture(bytes, exact)).resolves.toMatchObject({ bytes: bytes.length })
  })

  it('an animated PNG', async () => {
    const still = await paint(40, 32).png().toBuffer()
    expect(await fault(animatedPng(still))).toMatchObject({
      condition: 'unreadable',
      message: 'The file is an animation; one still picture is accepted.',
    })
  })
})

describe('what is refused because it is damaged', () => {
  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const forms = [
    { name: 'JPEG', make: () => paint().jpeg().toBuffer() },
    { name: 'progressive JPEG', make: () => paint().jpeg({ progressive: true }).toBuffer() },
    { name: 'PNG', make: () => paint().png().toBuffer() },
    { name: 'interlaced PNG', make: () => paint().png({ progressive: true }).toBuffer() },
  ]
  it.each(forms)('a $name cut off at any tenth', async ({ make }) => {
    const whole = await make()
    const cuts = tenths.map((tenth) => Math.floor((whole.length * tenth) / 10))
    for (const cut of cuts) {
      expect(await fault(whole.subarray(0, cut)), `cut at ${cut}`).toMatchObject({
        condition: 'unreadable',
      })
    }
  })

  it('a PNG with a flipped byte in its pixels', async () => {
    const bytes = await paint().png().toBuffer()
    bytes[bytes.length >> 1] = bytes[bytes.length >> 1]! ^ 0xff
    expect(await fault(bytes)).toMatchObject({ condition: 'unreadable' })
  })
})

it('a JPEG is known to be opaque without a look at its pixels, a PNG is not', async () => {
  const alpha = { width: 4, height: 4, channels: 4, background: '#10203040' } as const
  const glass = await openPicture(await sharp({ create: alpha }).png().toBuffer(), LIMITS)
  expect(isOpaque(glass.picture)).toBe(false)
  const { picture } = await openPicture(await paint().jpeg().toBuffer(), LIMITS)
  picture.data.fill(0)
  expect(isOpaque(picture)).toBe(true)
})

describe('what is put right', () => {
  const MARK = { r: 250, g: 20, b: 20 }
  /** 60 × 40 blue with a red corner at the top left of the stored rows. */
  const marked = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#2020c0' } }).composite([
      {
        input: { create: { width: 20, height: 12, channels: 3, background: MARK } },
        left: 0,
        top: 0,
      },
    ])
  const redCorner = async (bytes: Uint8Array): Promise<string> => {
    const { picture } = await openPicture(bytes, LIMITS)
    const red = (x: number, y: number) => picture.data[(y * picture.width + x) * 4]! > 180
    const x = red(3, 3) || red(3, picture.height - 4) ? 'left' : 'right'
    const y = red(3, 3) || red(picture.width - 4, 3) ? 'top' : 'bottom'
    return `${picture.width}×${picture.height} ${y} ${x}`
  }

  it.each([
    [1, '60×40 top left'],
    [2, '60×40 top right'],
    [3, '60×40 bottom right'],
    [4, '60×40 bottom left'],
    [5, '40×60 top left'],
    [6, '40×60 top right'],
    [7, '40×60 bottom right'],
    [8, '40×60 bottom left'],
  ])('EXIF orientation %i', async (orientation, expected) => {
    const bytes = await marked().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
    expect(await redCorner(bytes)).toBe(expected)
  })

  it.each([0, 9, 65535])('EXIF orientation %i means nothing', async (orientation) => {
    const bytes = await marked().jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer()
    const at = bytes.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00]))
    expect(at).toBeGreaterThan(0)
    bytes.writeUInt16LE(orientation, at + 8)
    expect(await redCorner(bytes)).toBe('60×40 top left')
  })

  it('limits hold for the upright picture', async () => {
    const bytes = await marked().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect((await fault(bytes, { maxLongSide: 59 })).message).toContain('40 × 60')
  })

  it.each([
    [8, 'srgb'],
    [16, 'rgb16'],
  ])('a wide-gamut profile of %i bits becomes sRGB', async (_, space) => {
    const green = sharp({ create: { width: 8, height: 8, channels: 3, background: '#60c060' } })
    const bytes = await green.toColourspace(space).withIccProfile('p3').png().toBuffer()
    const stored = await sharp(bytes, { ignoreIcc: true }).raw({ depth: 'uchar' }).toBuffer()
    expect(stored[0]).not.toBe(0x60)
    const { picture } = await openPicture(bytes, LIMITS)
    for (const [c, value] of [0x60, 0xc0, 0x60, 255].entries()) {
      expect(Math.abs(picture.data[c]! - value)).toBeLessThanOrEqual(2)
    }
  })

  it.each([
    ['16 bits', () => paint().toColourspace('rgb16').png().toBuffer(), 2],
    ['a palette', () => paint().png({ palette: true, dither: 0 }).toBuffer(), 40],
  ])('%s becomes 8-bit RGBA of the same colours', async (_, make, tolerance) => {
    const { picture } = await openPicture(await make(), LIMITS)
    const truth = await paint().raw().toBuffer()
    expect(picture).toMatchObject({ width: 400, height: 320 })
    expect(picture.data.length).toBe(400 * 320 * 4)
    for (const [x, y] of [
      [40, 40],
      [200, 160],
      [370, 290],
    ] as const) {
      for (let c = 0; c < 3; c++) {
        const off = picture.data[(y * 400 + x) * 4 + c]! - truth[(y * 400 + x) * 3 + c]!
        expect(Math.abs(off)).toBeLessThanOrEqual(tolerance)
      }
      expect(picture.data[(y * 400 + x) * 4 + 3]).toBe(255)
    }
  })

  it('1 bit becomes black and white', async () => {
    const board = Uint8Array.from({ length: 64 * 48 }, (_, i) => (((i % 64) >> 3) % 2 ? 255 : 0))
    const grey = sharp(board, { raw: { width: 64, height: 48, channels: 1 } })
    const bytes = await grey.png({ palette: true, colours: 2, dither: 0 }).toBuffer()
    expect(bytes[24]).toBe(1)
    const { picture } = await openPicture(bytes, LIMITS)
    const stripe = Array.from({ length: 64 }, (_, x) => picture.data[(20 * 64 + x) * 4])
    expect(stripe).toEqual([...board.subarray(0, 64)])
  })

  it('CMYK, inverted as Adobe writes it, becomes sRGB', async () => {
    const skin = { r: 190, g: 150, b: 130 }
    const plain = sharp({ create: { width: 16, height: 16, channels: 3, background: skin } })
    const bytes = await plain.toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { picture } = await openPicture(bytes, LIMITS)
    expect(picture.data.length).toBe(16 * 16 * 4)
    for (const [c, value] of [190, 150, 130, 255].entries()) {
      expect(Math.abs(picture.data[c]! - value)).toBeLessThanOrEqual(6)
    }
  })

  it.each([
    ['8-bit', 'b-w'],
    ['16-bit', 'grey16'],
  ])('%s grey becomes three equal channels', async (_, space) => {
    const bytes = await paint().toColourspace(space).png().toBuffer()
    const { picture } = await openPicture(bytes, LIMITS)
    const [r, g, b, a] = picture.data.subarray(4000, 4004)
    expect([g, b, a]).toEqual([r, r, 255])
    expect(picture.data.length).toBe(400 * 320 * 4)
  })

  it('alpha of a PNG is kept', async () => {
    const glass = sharp({ create: { width: 4, height: 4, channels: 4, background: '#10203040' } })
    const { picture } = await openPicture(await glass.png().toBuffer(), LIMITS)
    expect([...picture.data.subarray(0, 4)]).toEqual([16, 32, 48, 64])
  })

  it('a scan header that some phones write, because nothing is missing', async () => {
    const bytes = await paint().jpeg({ quality: 95 }).toBuffer()
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
    bytes[scan + 2 + bytes.readUInt16BE(scan + 2) - 2] = 0
    await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow('Invalid SOS')
    const { picture } = await openPicture(bytes, LIMITS)
    expect(picture).toMatchObject({ width: 400, height: 320 })
    expect(await fault(bytes.subarray(0, bytes.length >> 1))).toMatchObject({
      condition: 'unreadable',
    })
  })
})
