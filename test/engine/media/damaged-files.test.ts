import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../../catalog/failures/fault.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { decodePart } from '../../../engine/prepare/decode-part.ts'
import { describeSource } from '../../../engine/prepare/source/describe-source.ts'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import { openScratchFile } from '../../../engine/restore/scratch-file.ts'
import { findPngDamage } from '../../../metadata/png/find-png-damage.ts'
import { PNG_HEAD, pngChunk, withChunks } from '../../hostile/parts.ts'
import { firstScan, restartingJpeg } from '../../metadata/jpeg/damage/restarting-jpeg.ts'
import { grain, LIMITS } from './paint.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** What every way of opening a file says of it: its note, nothing, or why it is refused. */
async function verdicts(bytes: Buffer): Promise<(string | undefined)[]> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const said = (error: Fault): string => {
    expect(error.condition).toBe('unreadable')
    return `refused: ${error.message}`
  }
  const asSource = async (
    work: (source: Awaited<ReturnType<typeof openSource>>) => Promise<unknown>,
  ) => {
    const source = await openSource(path, folder)
    await work(source)
    return describeSource(source).note
  }
  return await Promise.all([
    openPicture(bytes, { ...LIMITS, formats: ['jpeg', 'png'] }).then(({ note }) => note, said),
    asSource(({ width, height, ...source }) =>
      decodePart(
        { ...source, width, height },
        { left: 0, top: 0, width, height },
        { width: 90, height: 60 },
      ),
    ).catch(said),
    asSource(async (source) => {
      await (await openScratchFile(source, join(folder, 'pixels.v'))).close()
    }).catch(said),
  ])
}

async function verdict(bytes: Buffer): Promise<string | undefined> {
  const [first, ...others] = await verdicts(bytes)
  for (const other of others) expect(other).toBe(first)
  return first
}

/** With zeros where the marker of its tables of codes is due. */
function withZeros(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc4]))
  return Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(40), jpeg.subarray(at)])
}

const OTHER = await grain(300, 200).png().toBuffer()
const EOI = Buffer.from([0xff, 0xd9])

describe.each([
  ['JPEG', await grain(600, 400).jpeg({ quality: 88 }).toBuffer()],
  ['progressive JPEG', await grain(600, 400).jpeg({ quality: 88, progressive: true }).toBuffer()],
])('a %s', (_, jpeg) => {
  const start = firstScan(jpeg)
  const at = (share: number) => Math.floor(start + share * (jpeg.length - start))

  it.each([
    ['as it is', jpeg],
    ['without an end', jpeg.subarray(0, -2)],
    ['filled up with zeros', Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(4000)])],
    ['with zeros before its tables', withZeros(jpeg)],
    ['with bytes before its end', Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(9, 3), EOI])],
  ])('%s is delivered with every pixel', async (_, bytes) => {
    expect(await verdict(bytes)).toBeUndefined()
    expect((await decodePicture(bytes)).data).toEqual((await decodePicture(jpeg)).data)
  })

  it.each([
    ['whose tail is zeros', Buffer.from(jpeg).fill(0, at(0.6))],
    ['whose tail is zeros up to its end', Buffer.from(jpeg).fill(0, at(0.6), jpeg.length - 2)],
    ['with a kilobyte of zeros', Buffer.from(jpeg).fill(0, at(0.4), at(0.4) + 1024)],
    ['with four kilobytes of another file', Buffer.from(jpeg).fill(OTHER, at(0.4), at(0.4) + 4096)],
    ['that is cut off', jpeg.subarray(0, at(0.5))],
  ])('%s is refused in words', async (_, bytes) => {
    expect(await verdict(bytes)).toMatch(
      /^refused: The JPEG is damaged: from row \d+ of 400 on, as they are stored, \d+ % of the rows are lost\.$/,
    )
  })
})

describe('less than a row of blocks', () => {
  const NOTE = /^The file is damaged at row \d+ of \d+: less than \d+ rows of pixels are lost\.$/

  it('that is missing at the end is delivered with a note', async () => {
    const jpeg = await grain(600, 400).jpeg({ quality: 88 }).toBuffer()
    const bytes = jpeg.subarray(0, -300)
    expect(await verdict(bytes)).toMatch(NOTE)
    const [whole, cut] = [await decodePicture(jpeg), await decodePicture(bytes)]
    expect(cut.data.subarray(0, 600 * 4 * 376)).toEqual(whole.data.subarray(0, 600 * 4 * 376))
  })

  it('between two restart markers, too', async () => {
    const jpeg = restartingJpeg(60, 40, 20)
    const start = jpeg.indexOf(Buffer.from([0xff, 0xd3])) + 2
    expect(await verdict(Buffer.from(jpeg).fill(0, start + 4, start + 40))).toMatch(NOTE)
  })
})

describe('a PNG', async () => {
  const png = await grain(600, 400).png().toBuffer()
  const middle = png.length >> 1
  const changed = (at: number) => {
    const bytes = Buffer.from(png)
    bytes[at] = bytes[at]! ^ 1
    return bytes
  }

  it.each([
    ['without an end', png.subarray(0, -12)],
    ['without its last checksum', png.subarray(0, -16)],
    ['whose last checksum is wrong', changed(png.length - 13)],
    ['with a damaged note', withChunks(png, [pngChunk('tEXt', Buffer.from('a\0b')).fill(9, 13)])],
  ])('%s is delivered with every pixel', async (_, bytes) => {
    expect(await verdict(bytes)).toBeUndefined()
    expect((await decodePicture(bytes)).data).toEqual((await decodePicture(png)).data)
  })

  it('that lacks a few rows is delivered with a note', async () => {
    expect(await verdict(png.subarray(0, -1500))).toMatch(
      /^The file is damaged at row 39\d of 400: less than 8 rows of pixels are lost\.$/,
    )
  })

  it.each([
    ['that is cut off', png.subarray(0, middle)],
    ['with a bit that flipped', changed(middle)],
    ['with zeros', Buffer.from(png).fill(0, middle, middle + 600)],
  ])('%s is refused in words', async (_, bytes) => {
    expect(await verdict(bytes)).toMatch(
      /^refused: The PNG is damaged: from row (19|20)\d of 400 on, as they are stored, [45]\d % of the rows are lost\.$/,
    )
  })

  it('that is interlaced and cut off, or has no header, too', async () => {
    const interlaced = await grain(600, 400).png({ progressive: true }).toBuffer()
    expect(await verdict(interlaced.subarray(0, middle))).toMatch(/^refused: The PNG is damaged/)
    expect(await findPngDamage(png.subarray(0, 20))).toBe('unknown')
  })

  it('with more pixels than it says is not unpacked to its end', async () => {
    const small = await grain(60, 40).png().toBuffer()
    const data = deflateSync(Buffer.alloc(20_000_000))
    const end = small.subarray(-12)
    const bomb = Buffer.concat([small.subarray(0, PNG_HEAD), pngChunk('IDAT', data), end])
    expect(await findPngDamage(bomb)).toBeUndefined()
    const header = Buffer.alloc(13)
    header.writeUInt32BE(60_000, 0)
    header.writeUInt32BE(60_000, 4)
    header.writeUInt16BE(0x0806, 8)
    const huge = Buffer.concat([small.subarray(0, 8), pngChunk('IHDR', header), end])
    expect(await findPngDamage(huge)).toBe('unknown')
  })
})

describe('as a source', () => {
  const opened = async (bytes: Buffer) => {
    const path = join(folder, 'other')
    await writeFile(path, bytes)
    const source = await openSource(path, folder)
    const { width, height } = source
    const whole = { left: 0, top: 0, width, height }
    const picture = await decodePart(source, whole, { width, height })
    return { picture, note: describeSource(source).note }
  }

  it('a WebP is cut off by what it says of its length', async () => {
    const webp = await grain(300, 200).webp().toBuffer()
    await expect(opened(webp.subarray(0, webp.length / 2))).rejects.toThrow(
      /^The WebP is cut off: \d+ of \d+ bytes are there\.$/,
    )
  })

  it('a WebP that lost only what stands behind its pixels is whole', async () => {
    const webp = await grain(300, 200)
      .withExif({ IFD0: { Artist: 'x'.repeat(200) } })
      .webp()
      .toBuffer()
    const { picture } = await opened(webp)
    expect((await opened(webp.subarray(0, -90))).picture.data).toEqual(picture.data)
  })

  it('a TIFF says how many of its rows lie beyond its end', async () => {
    const tiff = firstDirectoryFirst(await grain(300, 200).tiff({ compression: 'none' }).toBuffer())
    expect((await opened(tiff)).picture.height).toBe(200)
    await expect(opened(tiff.subarray(0, tiff.length - 90_000))).rejects.toThrow(
      /^The TIFF is damaged: from row \d+ of 200 on, as they are stored, \d+ % of the rows are lost\.$/,
    )
  })

  it('an AVIF that is cut off or has zeros is refused', async () => {
    const avif = await grain(300, 200).avif({ effort: 0 }).toBuffer()
    const middle = avif.length >> 1
    await expect(opened(avif.subarray(0, middle))).rejects.toThrow(/damaged/)
    await expect(opened(Buffer.from(avif).fill(0, middle, middle + 400))).rejects.toThrow(/damaged/)
  })

  it('a HEIC that is cut off or has zeros is refused', async () => {
    const heic = await readFile(join(import.meta.dirname, 'heic', 'face-p3.heic'))
    const middle = heic.length >> 1
    await expect(opened(heic.subarray(0, -5))).rejects.toThrow('The HEIC file is cut off.')
    await expect(opened(Buffer.from(heic).fill(0, middle, middle + 64))).rejects.toThrow(
      'The HEIC file is damaged.',
    )
  })
})

/** A TIFF whose directory stands before its pixels, as cameras write it: the other way round than libtiff. */
function firstDirectoryFirst(tiff: Buffer): Buffer {
  const start = tiff.readUInt32LE(4)
  const tail = tiff.subarray(start)
  const moved = Buffer.concat([tiff.subarray(0, 8), tail, tiff.subarray(8, start)])
  moved.writeUInt32LE(8, 4)
  const by = { tail: 8 - start, pixels: tail.length }
  const shift = (at: number): void => {
    const offset = moved.readUInt32LE(at)
    moved.writeUInt32LE(offset + (offset >= start ? by.tail : by.pixels), at)
  }
  for (let nth = 0; nth < moved.readUInt16LE(8); nth++) {
    const at = 10 + 12 * nth
    const [tag, type, count] = [
      moved.readUInt16LE(at),
      moved.readUInt16LE(at + 2),
      moved.readUInt32LE(at + 4),
    ]
    const bytes = count * ({ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 }[type] ?? 1)
    const isFar = bytes > 4
    if (isFar) shift(at + 8)
    if (tag !== 273) continue
    const list = isFar ? moved.readUInt32LE(at + 8) : at + 8
    for (let n = 0; n < count; n++) shift(list + 4 * n)
  }
  return moved
}

it('a JPEG of a kind that no decoder knows is refused', async () => {
  const bytes = await grain(90, 60).jpeg().toBuffer()
  bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xcb
  await expect(decodePicture(bytes)).rejects.toMatchObject({ condition: 'unreadable' })
  await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow()
})
