import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { markFile } from '../../../metadata/xmp/mark-file.ts'
import type { EditMark } from '../../../metadata/xmp/xmp-packet.ts'
import { fc } from '../../setup/random.ts'
import { box, mp4, XMP_TYPE } from './boxes.ts'

const MARK: EditMark = {
  digitalSource: 'algorithmicallyEnhanced',
  identifier: 'darkroom-job:abc#1',
  features: ['body-reshape', 'face-lift'],
}
const TERM = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const WIDTH = 61
const HEIGHT = 47

/** A picture with something at every pixel; `alpha` makes part of it transparent. */
function drawn(alpha = false): Sharp {
  const channels = alpha ? 4 : 3
  const length = WIDTH * HEIGHT * channels
  const pixels = Buffer.from(Array.from({ length }, (_, at) => (at * 31 + ((at * at) >> 5)) % 256))
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels } })
}

async function* inPieces(bytes: Buffer, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

async function marked(bytes: Buffer, { piece = 1_000, mark = MARK, size = bytes.length } = {}) {
  const file = markFile(inPieces(bytes, piece), mark, size)
  const parts: Uint8Array[] = []
  for await (const part of file.stream) parts.push(part)
  return { bytes: Buffer.concat(parts), term: file.marked() }
}

const FORMATS: Record<string, () => Promise<Buffer>> = {
  jpeg: () => drawn().withIccProfile('p3').jpeg().toBuffer(),
  'jpeg with Exif': () =>
    drawn()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .jpeg()
      .toBuffer(),
  'progressive jpeg': () => drawn().jpeg({ progressive: true }).toBuffer(),
  png: () => drawn(true).withIccProfile('p3').png().toBuffer(),
  'png of 16 bits': () => drawn().toColourspace('rgb16').png().toBuffer(),
  'webp, lossy': () => drawn().webp().toBuffer(),
  'webp, lossless with alpha': () => drawn(true).webp({ lossless: true }).toBuffer(),
  'webp, extended': () => drawn(true).withIccProfile('p3').webp().toBuffer(),
  tiff: () => drawn().tiff({ compression: 'lzw' }).toBuffer(),
  'tiff of 16 bits in tiles': () =>
    drawn().toColourspace('rgb16').tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
  bigtiff: () => drawn().tiff({ bigtiff: true }).toBuffer(),
}

test.each(Object.entries(FORMATS))(
  '%s: says what was done, every pixel as it was',
  async (_, make) => {
    const plain = await make()
    for (const piece of [1, 7, 100_000]) {
      const { bytes, term } = await marked(plain, { piece })
      expect(term).toBe('algorithmicallyEnhanced')
      const pixels = (file: Buffer) => sharp(file).raw({ depth: 'ushort' }).toBuffer()
      expect((await pixels(bytes)).equals(await pixels(plain))).toBe(true)
      const [before, after] = [await sharp(plain).metadata(), await sharp(bytes).metadata()]
      expect(after).toMatchObject({ width: WIDTH, height: HEIGHT, hasAlpha: before.hasAlpha })
      expect([after.icc, after.exif]).toEqual([before.icc, before.exif])
      const xmp = after.xmpAsString ?? ''
      expect(xmp).toContain(`<Iptc4xmpExt:DigitalSourceType>${TERM}algorithmicallyEnhanced<`)
      expect(xmp).toContain('<xmp:CreatorTool>Darkroom<')
      expect(xmp).toContain('<dc:identifier>darkroom-job:abc#1<')
      expect(xmp.match(/<stEvt:parameters>[^<]*/g)).toEqual([
        '<stEvt:parameters>body-reshape',
        '<stEvt:parameters>face-lift',
      ])
    }
  },
)

test.each(Object.entries(FORMATS))('%s: an old packet is replaced', async (_, make) => {
  const once = await marked(await make(), { mark: { ...MARK, identifier: 'darkroom-job:old' } })
  const { bytes } = await marked(once.bytes)
  const xmp = (await sharp(bytes).metadata()).xmpAsString ?? ''
  expect(xmp).toContain('darkroom-job:abc#1')
  expect(xmp).not.toContain('darkroom-job:old')
})

test.each(Object.entries(FORMATS).filter(([name]) => !name.includes('tiff')))(
  '%s: a service that says it generated is not contradicted',
  async (_, make) => {
    const generated = {
      ...MARK,
      digitalSource: 'compositeWithTrainedAlgorithmicMedia' as const,
    }
    const once = await marked(await make(), { mark: generated })
    const { bytes, term } = await marked(once.bytes)
    expect(term).toBe('compositeWithTrainedAlgorithmicMedia')
    expect((await sharp(bytes).metadata()).xmpAsString).toContain(
      `${TERM}compositeWithTrainedAlgorithmicMedia`,
    )
  },
)

test('mp4: the packet stands behind all boxes, and an old one becomes free space', async () => {
  const plain = mp4()
  const { bytes, term } = await marked(plain, { piece: 5 })
  expect(term).toBe('algorithmicallyEnhanced')
  expect(bytes.subarray(0, plain.length).equals(plain)).toBe(true)
  const added = bytes.subarray(plain.length)
  expect(added.readUInt32BE(0)).toBe(added.length)
  expect(added.toString('latin1', 4, 8)).toBe('uuid')
  expect(added.subarray(8, 24)).toEqual(XMP_TYPE)
  expect(added.toString('utf8')).toContain(`${TERM}algorithmicallyEnhanced<`)

  const again = await marked(bytes, { mark: { ...MARK, identifier: 'darkroom-job:second' } })
  expect(again.bytes.toString('latin1', plain.length + 4, plain.length + 8)).toBe('free')
  expect(again.bytes.toString('utf8')).not.toContain('darkroom-job:abc')
  expect(again.bytes.toString('utf8')).toContain('darkroom-job:second')
})

test.each([
  ['text', Buffer.from('no picture at all')],
  ['nothing', Buffer.alloc(0)],
  ['an AVIF', Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0')), box('meta')])],
  ['an MP4 whose last box has no end', Buffer.concat([mp4(), Buffer.from('\0\0\0\0mdat....')])],
  ['an MP4 that is cut off', mp4().subarray(0, -3)],
])('%s passes unchanged and is called unmarked', async (_, plain) => {
  const { bytes, term } = await marked(plain, { piece: 3 })
  expect(bytes.equals(plain)).toBe(true)
  expect(term).toBeUndefined()
})

test('a TIFF of unknown size passes unchanged, one of another size than stated is an error', async () => {
  const plain = await FORMATS['tiff']!()
  const file = markFile(inPieces(plain, 100), MARK)
  const parts: Uint8Array[] = []
  for await (const part of file.stream) parts.push(part)
  expect(Buffer.concat(parts).equals(plain)).toBe(true)
  expect(file.marked()).toBeUndefined()
  await expect(marked(plain, { size: plain.length + 2 })).rejects.toThrow('bytes instead of')
})

test('broken files never end in an error, and lose nothing', async () => {
  const files = await Promise.all(Object.values(FORMATS).map((make) => make()))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files, mp4()),
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }),
      fc.nat(4_000),
      async (file, piece, changes, length) => {
        const broken = Buffer.from(file.subarray(0, length))
        for (const [at, value] of changes) if (at < broken.length) broken[at] = value
        const { bytes } = await marked(broken, { piece })
        expect(bytes.length).toBeGreaterThanOrEqual(broken.length)
      },
    ),
    { numRuns: 300 },
  )
})

test('a stream that is given up lets go of its source', async () => {
  let closed = false
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from('endless ')
    } finally {
      closed = true
    }
  }
  for await (const _ of markFile(endless(), MARK).stream) break
  expect(closed).toBe(true)
})
