import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePart } from '../../../engine/prepare/decode-part.ts'
import { preparePicture } from '../../../engine/prepare/prepare-picture.ts'
import { withSource } from '../../../engine/prepare/source/open-source.ts'
import { restorePicture } from '../../../engine/restore/restore-picture.ts'
import { buildTiff, type TiffPage } from './build-tiff.ts'

const RULE = { formats: ['jpeg', 'png'], maxBytes: 1e7, maxLongSide: 800 } as const
const vision = () => Promise.reject(new Error('No model is needed.'))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiff-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A page of one colour. */
function plain(width: number, height: number, colour: readonly number[]): TiffPage {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => colour[at % 3]!)
  return { width, height, bits: [8, 8, 8], pixels }
}

async function opened(bytes: Buffer) {
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  return await withSource(path, async (source) => {
    const { width, height } = source
    const { data } = await decodePart(source, { left: 0, top: 0, width, height }, { width, height })
    return { width, height, bitDepth: source.bitDepth, data }
  })
}

const RED = [200, 10, 10]
const GREEN = [10, 200, 10]

describe.each([
  ['TIFF', false],
  ['BigTIFF', true],
])('of a %s', (_, big) => {
  test.each([
    ['behind a smaller copy', [{ ...plain(8, 6, RED), subfile: 1 }, plain(80, 60, GREEN)]],
    ['behind a thumbnail that is not called one', [plain(8, 6, RED), plain(80, 60, GREEN)]],
    ['before a larger mask', [plain(80, 60, GREEN), { ...plain(160, 120, RED), subfile: 4 }]],
    ['before another page', [plain(80, 60, GREEN), plain(80, 60, RED)]],
    ['alone', [plain(80, 60, GREEN)]],
  ])('the largest page is the picture, %s', async (_, pages) => {
    const { width, height, data } = await opened(buildTiff(pages, { big }))
    expect([width, height]).toEqual([80, 60])
    expect([...data.subarray(0, 3)]).toEqual(GREEN)
  })
})

/** CIELAB of D50 and the sRGB it is, adapted by Bradford. */
const COLOURS = [
  { lab: [66.41, 16.51, 23.53], rgb: [200, 150, 120] },
  { lab: [28.66, 12.59, 11.79], rgb: [90, 60, 50] },
  { lab: [38.17, 3.53, -36.95], rgb: [60, 90, 150] },
  { lab: [53.59, 0, 0], rgb: [128, 128, 128] },
  { lab: [100, 0, 0], rgb: [255, 255, 255] },
  { lab: [29.57, 68.3, -112.03], rgb: [0, 0, 255] },
]

function lab(bits: 8 | 16, isShifted: boolean): TiffPage {
  const unit = bits === 8 ? 1 : 256
  const white = bits === 8 ? 255 : isShifted ? 0xff00 : 65_535
  const samples = COLOURS.flatMap(({ lab: [l = 0, a = 0, b = 0] }) => [
    Math.round((l / 100) * white),
    ...[a, b].map((c) => Math.round((c + (isShifted ? 128 : 256)) * unit) & (256 * unit - 1)),
  ])
  const pixels =
    bits === 8 ? Uint8Array.from(samples) : new Uint8Array(Uint16Array.from(samples).buffer)
  const photometric = isShifted ? 9 : 8
  return { width: COLOURS.length, height: 1, bits: [bits, bits, bits], pixels, photometric }
}

test.each([
  [8, false],
  [16, false],
  [8, true],
  [16, true],
] as const)('CIELAB of %i bits, a and b shifted: %s', async (bits, isShifted) => {
  const { data, bitDepth } = await opened(buildTiff([lab(bits, isShifted)]))
  expect(bitDepth).toBe(bits)
  for (const [at, { rgb }] of COLOURS.entries()) {
    for (const [c, level] of rgb.entries()) {
      // A step of 8 bits is up to two levels, and more where a channel is near to black.
      const most = bits === 16 ? 1 : level === 0 ? 12 : 3
      expect(Math.abs(data[4 * at + c]! - level)).toBeLessThanOrEqual(most)
    }
  }
})

test('a picture in CIELAB is restored at its depth, in sRGB', async () => {
  const size = { width: 1200, height: 900 }
  const samples = Uint16Array.from({ length: size.width * size.height * 3 }, (_, at) =>
    at % 3 === 0 ? 20_000 + (at % 30_011) : at % 3 === 1 ? 2000 : 63_000,
  )
  const page = {
    ...size,
    bits: [16, 16, 16],
    pixels: new Uint8Array(samples.buffer),
    photometric: 8,
  }
  const original = join(folder, 'lab.tif')
  await writeFile(original, buildTiff([page]))
  const [sent, into] = [join(folder, 'sent'), join(folder, 'restored')]
  const preparation = await preparePicture({ source: original, rule: RULE, into: sent }, { vision })
  expect(preparation?.source).toMatchObject({ format: 'tiff', bitDepth: 16, ...size })
  const parts = [{ sent, returned: sent, preparation: preparation! }]
  await restorePicture({ original, parts, into, metadata: 'none' })
  const after = await sharp(await readFile(into)).metadata()
  expect(after).toMatchObject({ format: 'tiff', depth: 'ushort', space: 'rgb16', ...size })
})

test('JPEG compression of the old kind is refused by its name', async () => {
  const page = { ...plain(80, 60, GREEN), compression: 6, photometric: 6 }
  await expect(opened(buildTiff([page]))).rejects.toMatchObject({
    condition: 'unsupported',
    message: expect.stringContaining('JPEG compression of the old kind (6)'),
  })
})

test.each([
  [
    'a sensor’s data behind a preview',
    [
      { ...plain(8, 6, RED), subfile: 1 },
      { ...plain(80, 60, RED), photometric: 32_803 },
    ],
  ],
  ['a preview alone', [{ ...plain(8, 6, RED), subfile: 1 }]],
])('%s is a raw file', async (_, pages) => {
  await expect(opened(buildTiff(pages))).rejects.toThrow(/raw file/)
})

test('directories that go in a circle end', async () => {
  const bytes = buildTiff([plain(80, 60, GREEN)])
  // The offset of the next directory stands behind the eleven entries of the first.
  bytes.writeUInt32LE(8, 8 + 2 + 12 * 11)
  expect((await opened(bytes)).width).toBe(80)
})
