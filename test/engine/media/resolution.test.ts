import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeMask } from '../../../engine/media/encode-mask.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { encodeOutput } from '../../../engine/performers/edit-picture.ts'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import { restorePicture } from '../../../engine/restore/restore-picture.ts'
import { readBytes } from '../../../metadata/byte-reader.ts'
import { EXIF, exifInSegments } from '../../../metadata/exif/exif-in.ts'
import { app1, takeLeadingSegments } from '../../../metadata/jpeg/jpeg-segments.ts'
import { pngChunk } from '../../../metadata/png/png-chunks.ts'
import { exifResolution } from '../../../metadata/resolution/exif-resolution.ts'
import { readResolution } from '../../../metadata/resolution/read-resolution.ts'
import { readTiffPages } from '../../../metadata/tiff/read-tiff-pages.ts'
import { LIMITS, paint } from './paint.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resolution-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A JPEG without a word of its resolution, and with segments behind its start. */
async function jpeg(...segments: Buffer[]): Promise<Buffer> {
  const file = await paint(80, 64).jpeg().toBuffer()
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)])
}

/** A PNG without a word of its resolution, and with chunks behind its header. */
async function png(...chunks: Buffer[]): Promise<Buffer> {
  const file = await paint(80, 64).png().toBuffer()
  const at = file.indexOf('pHYs') - 4
  const plain = Buffer.concat([file.subarray(0, at), file.subarray(at + 21)])
  return Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)])
}

function jfif(unit: number, x: number, y = x): Buffer {
  const segment = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x02\0\0\0\0\0\0\0', 'latin1')
  segment[11] = unit
  segment.writeUInt16BE(x, 12)
  segment.writeUInt16BE(y, 14)
  return segment
}

function physical(unit: number, x: number, y = x): Buffer {
  const body = Buffer.alloc(9, unit)
  body.writeUInt32BE(x, 0)
  body.writeUInt32BE(y, 4)
  return pngChunk('pHYs', body)
}

/** An EXIF block of a resolution, as halves, and an orientation. */
function exif(unit: number, x: number, y = x, orientation = 1): Buffer {
  const block = Buffer.alloc(78)
  block.write('MM\0*\0\0\0\x08\0\x04', 0, 'latin1')
  const entries = [
    [274, 3, orientation * 65_536],
    [282, 5, 62],
    [283, 5, 70],
    [296, 3, unit * 65_536],
  ] as const
  for (const [n, [tag, type, value]] of entries.entries()) {
    block.writeUInt16BE(tag, 10 + 12 * n)
    block.writeUInt16BE(type, 12 + 12 * n)
    block.writeUInt32BE(1, 14 + 12 * n)
    block.writeUInt32BE(value, 18 + 12 * n)
  }
  for (const [n, value] of [2 * x, 2, 2 * y, 2].entries()) block.writeUInt32BE(value, 62 + 4 * n)
  return block
}

const inches = (perMetre: number): number => perMetre * 0.0254

const FORMS: [string, () => Promise<Buffer>, { x: number; y: number } | undefined][] = [
  ['a JPEG without any', () => jpeg(), undefined],
  ['JFIF', () => jpeg(jfif(1, 300)), { x: 300, y: 300 }],
  ['JFIF in centimetres', () => jpeg(jfif(2, 118)), { x: 299.72, y: 299.72 }],
  ['JFIF that says no unit', () => jpeg(jfif(0, 1)), undefined],
  ['JFIF of zero', () => jpeg(jfif(1, 0)), undefined],
  ['EXIF', () => jpeg(app1(EXIF, exif(2, 240.5))), { x: 240.5, y: 240.5 }],
  ['EXIF in centimetres', () => jpeg(app1(EXIF, exif(3, 100))), { x: 254, y: 254 }],
  ['EXIF without a unit', () => jpeg(app1(EXIF, exif(1, 1))), undefined],
  [
    'EXIF behind JFIF without one',
    () => jpeg(jfif(0, 1), app1(EXIF, exif(2, 180))),
    { x: 180, y: 180 },
  ],
  ['JFIF before EXIF', () => jpeg(jfif(1, 300), app1(EXIF, exif(2, 72))), { x: 300, y: 300 }],
  [
    'a scan that lies on its side',
    () => jpeg(app1(EXIF, exif(2, 600, 300, 6))),
    { x: 300, y: 600 },
  ],
  ['a PNG without any', () => png(), undefined],
  ['pHYs', () => png(physical(1, 11_811)), { x: inches(11_811), y: inches(11_811) }],
  ['pHYs without a unit', () => png(physical(0, 1)), undefined],
  ['EXIF of a PNG', () => png(pngChunk('eXIf', exif(2, 96))), { x: 96, y: 96 }],
]

function near(
  found: { x: number; y: number } | undefined,
  expected: { x: number; y: number } | undefined,
  off: number,
): void {
  expect(found === undefined, JSON.stringify(found)).toBe(expected === undefined)
  if (!found || !expected) return
  expect(Math.abs(found.x - expected.x)).toBeLessThanOrEqual(off)
  expect(Math.abs(found.y - expected.y)).toBeLessThanOrEqual(off)
}

describe('a result of a task has the resolution of its source', () => {
  it.each(FORMS)('%s', async (_, make, expected) => {
    const opened = await openPicture(await make(), LIMITS)
    near(opened.resolution, expected, 0.01)
    const { bytes } = await encodeOutput(opened.picture, opened, await opened.own())
    // JFIF states whole pixels, and pHYs whole pixels of a metre.
    near(await readResolution(bytes), expected, 0.5)
    expect((await openPicture(bytes, LIMITS)).picture).toMatchObject({
      width: opened.picture.width,
    })
  })

  it('and a mask has none', async () => {
    const mask = await encodeMask({ width: 8, height: 8, data: new Uint8Array(64) })
    expect(await readResolution(mask)).toBeUndefined()
    expect(Buffer.from(mask).includes('pHYs')).toBe(false)
  })
})

describe('a restored picture has the resolution of its source', () => {
  async function restored(bytes: Buffer, metadata: 'none' | 'keep-safe' = 'none') {
    const [original, into] = [join(folder, 'original'), join(folder, 'into')]
    await writeFile(original, bytes)
    const source = await openSource(original, folder)
    const sent = join(folder, 'sent.png')
    await writeFile(sent, await sharp(bytes).autoOrient().png().toBuffer())
    const parts = [{ sent, returned: sent }]
    const { format } = await restorePicture({ original, parts, into, metadata })
    const file = await readFile(into)
    expect((await sharp(file).metadata()).format).toBe(format)
    return { source, file, into }
  }

  it.each(FORMS)('%s', async (_, make, expected) => {
    const { source, file } = await restored(await make())
    near(source.resolution, expected, 0.01)
    const { orientation = 1 } = await sharp(file).metadata()
    const found = await readResolution(file)
    near(found && orientation > 4 ? { x: found.y, y: found.x } : found, expected, 0.5)
  })

  it('in its EXIF too', async () => {
    const segment = app1(EXIF, exif(2, 240))
    const { file } = await restored(await jpeg(segment), 'keep-safe')
    const reader = readBytes(file)
    await reader.take(2)
    const block = exifInSegments(await takeLeadingSegments(reader))
    if (block) expect(exifResolution(block)).toEqual({ x: 240, y: 240 })
    near(await readResolution(file), { x: 240, y: 240 }, 0)
  })

  it.each<[string, 'inch' | 'cm', number]>([
    ['inches', 'inch', 300 / 25.4],
    ['centimetres', 'cm', 300 / 25.4],
  ])('a TIFF in %s', async (_, resolutionUnit, xres) => {
    const tiff = paint(80, 64).tiff({ xres, yres: xres, resolutionUnit })
    const { source, into } = await restored(await tiff.toBuffer())
    near(source.resolution, { x: 300, y: 300 }, 0.1)
    near((await readTiffPages(into))[0]!.resolution, { x: 300, y: 300 }, 0.1)
  })

  it('a TIFF that counts in nothing', async () => {
    const tiff = await paint(80, 64).tiff().toBuffer()
    const unit = tiff.indexOf(Buffer.from([0x28, 1, 3, 0, 1, 0, 0, 0]))
    expect(unit).toBeGreaterThan(0)
    tiff[unit + 8] = 1
    const { source, into } = await restored(tiff)
    expect(source.resolution).toBeUndefined()
    expect((await readTiffPages(into))[0]!.resolution).toBeUndefined()
  })

  it('a WebP by its EXIF', async () => {
    const file = await paint(80, 64).withMetadata({ density: 200 }).webp().toBuffer()
    const plain = await restored(file)
    near(plain.source.resolution, { x: 200, y: 200 }, 0.1)
    near(exifResolution((await sharp(plain.file).metadata()).exif!), { x: 200, y: 200 }, 0.1)
    const { file: kept } = await restored(
      await paint(80, 64)
        .withMetadata({ density: 200 })
        .withExif({ IFD0: { Make: 'One' } })
        .webp()
        .toBuffer(),
      'keep-safe',
    )
    const { exif: block } = await sharp(kept).metadata()
    near(exifResolution(block!), { x: 200, y: 200 }, 0.1)
  })
})
