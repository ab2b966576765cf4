import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import { openScratchFile } from '../../../engine/restore/scratch-file.ts'
import { type RestoredFormat, writeRestored } from '../../../engine/restore/write-restored.ts'
import { readJpegQuality } from '../../../metadata/jpeg/jpeg-quality.ts'

const SIZE = { width: 40, height: 24 }

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Soft colours that differ everywhere. */
function drawn(channels: 3 | 4 = 3): Sharp {
  const data = Buffer.from(
    Array.from({ length: SIZE.width * SIZE.height * channels }, (_, at) => {
      const [c, pixel] = [at % channels, Math.floor(at / channels)]
      const [x, y] = [pixel % SIZE.width, Math.floor(pixel / SIZE.width)]
      return c === 3 ? 255 - 4 * y : [6 * x, 10 * y, 3 * x + 4 * y][c]!
    }),
  )
  return sharp(data, { raw: { ...SIZE, channels } })
}

type How = { changedShare?: number; format?: RestoredFormat }

/** What is written of a file whose pixels did not change. */
async function written(image: Sharp, { changedShare = 0, format }: How = {}) {
  const original = join(folder, 'original')
  await writeFile(original, await image.toBuffer())
  const source = await openSource(original, folder)
  const scratch = await openScratchFile(source, join(folder, `${Math.random()}.v`))
  const into = join(folder, 'into')
  try {
    const how = { original, metadata: 'none', format, changedShare } as const
    const file = await writeRestored(scratch, source, into, how)
    const bytes = await readFile(into)
    expect(file.bytes).toBe(bytes.length)
    return { ...file, bytes, original }
  } finally {
    await scratch.close()
  }
}

const pixelsOf = (file: string | Buffer): Promise<Buffer> =>
  sharp(file).autoOrient().raw().toBuffer()

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a PNG of orientation %i has its values, upright',
  async (orientation) => {
    const { bytes, original, format } = await written(drawn().withMetadata({ orientation }).png())
    expect(format).toBe('png')
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(original))
    expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1)
  },
)

test.each(['tiff', 'webp'] as const)(
  'a %s without losses has its values, upright',
  async (kind) => {
    const turned = drawn().withMetadata({ orientation: 6 })
    const image =
      kind === 'tiff' ? turned.tiff({ compression: 'lzw' }) : turned.webp({ lossless: true })
    const { bytes, original, format } = await written(image)
    expect(format).toBe(kind)
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(original))
    const { width, height, orientation = 1 } = await sharp(bytes).metadata()
    expect([width, height, orientation]).toEqual([24, 40, 1])
  },
)

test('a format that is asked for replaces the source’s, and transparency is laid on white', async () => {
  const { bytes, format } = await written(drawn(4).png(), { format: 'jpeg' })
  expect(format).toBe('jpeg')
  const flat = await drawn(4).flatten({ background: 'white' }).raw().toBuffer()
  const found = await pixelsOf(bytes)
  expect(found).toHaveLength(flat.length)
  expect(Math.max(...flat.map((level, at) => Math.abs(level - found[at]!)))).toBeLessThan(12)
  expect(readJpegQuality(bytes).quality).toBe(95)
  const kept = await written(drawn(4).png())
  expect(await pixelsOf(kept.bytes)).toEqual(await pixelsOf(kept.original))
})

/** A JPEG is compressed as its source up to half of it changed, otherwise as finely as is usual. */
test.each([
  [80, 0.5, 80],
  [80, 0.51, 95],
  [98, 0.51, 98],
  [98, 0.5, 98],
  [30, 0, 50],
  [50, 0, 50],
  [51, 0, 51],
])('of quality %i, a share of %f changed: %i', async (quality, changedShare, expected) => {
  const { bytes } = await written(drawn().jpeg({ quality }), { changedShare })
  expect(Math.round(readJpegQuality(bytes).quality)).toBe(expected)
})

test.each([
  { chromaSubsampling: '4:2:0', progressive: false, optimiseCoding: true },
  { chromaSubsampling: '4:4:4', progressive: true, optimiseCoding: true },
  { chromaSubsampling: '4:4:4', progressive: false, optimiseCoding: false },
])('a JPEG is written as its source was: %o', async (options) => {
  const { bytes, original } = await written(drawn().jpeg({ quality: 85, ...options }))
  const [own, found] = [await sharp(original).metadata(), await sharp(bytes).metadata()]
  expect([found.chromaSubsampling, found.isProgressive]).toEqual([
    own.chromaSubsampling,
    own.isProgressive,
  ])
  expect(found.chromaSubsampling).toBe(options.chromaSubsampling)
  expect(readJpegQuality(bytes).optimised).toBe(readJpegQuality(await readFile(original)).optimised)
})

test.each([
  ['png', 16],
  ['tiff', 16],
  ['jpeg', 8],
  ['webp', 8],
] as const)('16 bits as %s have %i', async (format, depth) => {
  const values = Uint16Array.from(
    { length: SIZE.width * SIZE.height * 3 },
    (_, at) => (at * 911) % 65_536,
  )
  const deep = sharp(values, { raw: { ...SIZE, channels: 3 } })
    .toColourspace('rgb16')
    .png()
  const { bytes } = await written(deep, { format })
  expect((await sharp(bytes).metadata()).depth).toBe(depth === 16 ? 'ushort' : 'uchar')
})

test('grey stays grey', async () => {
  const { bytes } = await written(drawn().toColourspace('b-w').png())
  expect((await sharp(bytes).metadata()).space).toBe('b-w')
})
