import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { meetsRule } from '../../functions/pipeline/core/steps/meets-rule.ts'
import { readBytes } from '../../metadata/byte-reader.ts'
import { readPictureHeader } from '../../metadata/read-picture-header.ts'
import { fc } from '../setup/random.ts'

function drawn(): Sharp {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#876' } })
}

async function* inPieces(bytes: Buffer, piece = 50): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

const SIZE = { width: 640, height: 480 }

test.each<[string, () => Promise<Buffer>, unknown]>([
  ['JPEG', () => drawn().jpeg().toBuffer(), { format: 'jpeg', ...SIZE }],
  [
    'progressive JPEG with Exif and a profile',
    () =>
      drawn()
        .withExif({ IFD0: { Make: 'x'.repeat(9_000) } })
        .withIccProfile('p3')
        .jpeg({ progressive: true })
        .toBuffer(),
    { format: 'jpeg', ...SIZE },
  ],
  [
    'JPEG that EXIF lays on a side',
    () => drawn().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    { format: 'jpeg', ...SIZE, turned: true },
  ],
  [
    'JPEG that EXIF turns upside down',
    () => drawn().withMetadata({ orientation: 3 }).jpeg().toBuffer(),
    { format: 'jpeg', ...SIZE },
  ],
  ['PNG', () => drawn().png().toBuffer(), { format: 'png', ...SIZE }],
  ['WebP', () => drawn().webp().toBuffer(), { format: 'other' }],
  ['AVIF', () => drawn().avif().toBuffer(), { format: 'other' }],
  ['TIFF', () => drawn().tiff().toBuffer(), { format: 'other' }],
  ['GIF', () => drawn().gif().toBuffer(), { format: 'other' }],
  ['text', async () => Buffer.from('no picture'), undefined],
  ['MP4', async () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom'), undefined],
  ['nothing', async () => Buffer.alloc(0), undefined],
])('%s', async (_, make, header) => {
  expect(await readPictureHeader(readBytes(inPieces(await make())))).toEqual(header)
})

test('whatever follows the signature of a JPEG, reading its size ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), fc.nat(300), async (noise, piece) => {
      const bytes = Buffer.concat([Buffer.from('ffd8ff', 'hex'), noise])
      const header = await readPictureHeader(readBytes(inPieces(bytes, piece + 1)))
      expect(header === undefined || header.format === 'jpeg').toBe(true)
    }),
    { numRuns: 300 },
  )
})

const RULE = {
  formats: ['jpeg', 'png'] as const,
  maxBytes: 10_000_000,
  minShortSide: 320,
  maxLongSide: 2048,
  maxRatio: 4,
}

test.each([
  [{ format: 'jpeg', width: 2048, height: 512 }, 9_999_999, true],
  [{ format: 'jpeg', width: 512, height: 2048 }, 10_000_000, false],
  [{ format: 'png', width: 2049, height: 1000 }, 1, false],
  [{ format: 'png', width: 319, height: 1000 }, 1, false],
  [{ format: 'png', width: 1601, height: 400 }, 1, false],
  [{ format: 'other' }, 1, false],
] as const)('%j of %i bytes meets the rule: %s', (header, bytes, meets) => {
  expect(meetsRule(header, bytes, RULE)).toBe(meets)
})
