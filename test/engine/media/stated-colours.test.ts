import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodePicture } from '../../../engine/media/encode-picture.ts'
import { admitPicture, openPicture } from '../../../engine/media/open-picture.ts'
import { decodePart } from '../../../engine/prepare/decode-part.ts'
import { describeSource } from '../../../engine/prepare/source/describe-source.ts'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import { restorePicture } from '../../../engine/restore/restore-picture.ts'
import { embedProfile } from '../../../metadata/embed-profile.ts'
import { EXIF } from '../../../metadata/exif/exif-in.ts'
import { app1 } from '../../../metadata/jpeg/jpeg-segments.ts'
import { pngChunk } from '../../../metadata/png/png-chunks.ts'
import { ycck } from '../../hostile/ycck.ts'
import { greyProfile } from './grey-profile.ts'
import { inkProfile } from './ink-profile.ts'
import { inSrgb, levelOf, lightOf } from './reference-colours.ts'
import { rgbProfile } from './rgb-profile.ts'
import { ultraHdr } from './ultra-hdr.ts'

const SKIN = [200, 140, 110]
const SIZE = { width: 1600, height: 64 }
/** How far colours under alpha may be off in a copy of another size, in levels: they are scaled as far as they show. */
const ALPHA = 3
const LIMITS = { formats: ['jpeg', 'png'], maxBytes: 1e7, maxLongSide: 4096 } as const

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colours-'))
})

afterAll(() => rm(folder, { recursive: true }))

type Depth = 'uchar' | 'ushort'

/** A picture of one colour, its levels as they are stored: one is grey, two grey with alpha. */
function flat(levels: readonly number[], depth: Depth = 'uchar') {
  const { width, height } = SIZE
  const factor = depth === 'ushort' ? 257 : 1
  const channels = levels.length as 1 | 2 | 3 | 4
  const count = width * height * channels
  const data = depth === 'ushort' ? new Uint16Array(count) : new Uint8Array(count)
  for (let at = 0; at < count; at++) data[at] = levels[at % channels]! * factor
  const space = channels < 3 ? (depth === 'ushort' ? 'grey16' : 'b-w') : 'srgb'
  const image = sharp(data, { raw: { width, height, channels } })
  return image.toColourspace(depth === 'ushort' && channels > 2 ? 'rgb16' : space)
}

/** A PNG of one colour with chunks behind its header. */
async function png(levels: readonly number[], chunks: readonly Buffer[] = [], depth?: Depth) {
  const file = await flat(levels, depth).png({ compressionLevel: 1 }).toBuffer()
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)])
}

function gamma(encoding: number): Buffer {
  return pngChunk('gAMA', whole(encoding * 100_000))
}

/** White, red, green and blue. */
function corners(...values: readonly number[]): Buffer {
  return pngChunk('cHRM', Buffer.concat(values.map((value) => whole(value * 100_000))))
}

function points(primaries: number, transfer: number): Buffer {
  return pngChunk('cICP', Buffer.from([primaries, transfer, 0, 1]))
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(Math.round(value))
  return bytes
}

const [SRGB, ADOBE] = [
  corners(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06),
  corners(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06),
]

/** What every way of opening a file shows in its middle: the whole, a part of its size, and the two of a task. */
async function shown(bytes: Buffer): Promise<Record<string, number[]>> {
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  const source = await openSource(path, folder)
  const all = { left: 0, top: 0, ...SIZE }
  const large = await decodePart(source, all, SIZE)
  const reduced = await decodePart(source, all, { width: 200, height: 8 })
  const task = await admitPicture(bytes, LIMITS)
  const copy = await task.decodeSmall()
  const { picture } = await task.decode()
  return Object.fromEntries(
    Object.entries({ large, reduced, task: picture, ...(copy && { copy: copy.picture }) }).map(
      ([name, { width, height, data }]) => {
        const at = 4 * ((height >> 1) * width + (width >> 1))
        return [name, [...data.subarray(at, at + 4)]]
      },
    ),
  )
}

async function expectShown(bytes: Buffer, expected: readonly number[], off = 1): Promise<void> {
  for (const [name, levels] of Object.entries(await shown(bytes))) {
    const most = Math.max(...expected.map((level, c) => Math.abs(level - levels[c]!)))
    expect(most, `${name}: ${levels} instead of ${expected}`).toBeLessThanOrEqual(off)
  }
}

const three = (level: number): number[] => [level, level, level]

describe('grey under a profile is converted', () => {
  const profile = greyProfile(1.8)
  const expected = three(levelOf(lightOf(131, 1.8)))

  it('of which 131 is 149', () => {
    expect(Math.round(expected[0]!)).toBe(149)
  })

  it('in a JPEG', async () => {
    const file = embedProfile(await flat([131]).jpeg({ quality: 95 }).toBuffer(), 'jpeg', profile)
    await expectShown(file, expected)
    expect(await shown(file)).toHaveProperty('copy')
  })

  it.each([
    ['8 bits', [131], 'uchar'],
    ['16 bits', [131], 'ushort'],
    ['8 bits with alpha', [131, 200], 'uchar'],
    ['16 bits with alpha', [131, 200], 'ushort'],
  ] as const)('in a PNG of %s', async (_, levels, depth) => {
    const file = embedProfile(await png(levels, [], depth), 'png', profile)
    await expectShown(file, [...expected, levels[1] ?? 255], levels.length > 1 ? ALPHA : 1)
  })

  it('and stays as it is without one, or under one of sRGB', async () => {
    await expectShown(await png([131]), three(131))
    await expectShown(await png([131], [], 'ushort'), three(131))
    const { icc } = await sharp(await flat(SKIN).withIccProfile('srgb').png().toBuffer()).metadata()
    await expectShown(embedProfile(await png([131]), 'png', icc!), three(131))
  })
})

describe('colours of 16 bits are those of 8', () => {
  it.each(['Display P3', 'Adobe RGB', 'ProPhoto'] as const)('under %s', async (name) => {
    const [small, deep] = await Promise.all(
      (['uchar', 'ushort'] as const).map(async (depth) =>
        embedProfile(await png(SKIN, [], depth), 'png', rgbProfile(name)),
      ),
    )
    await expectShown(deep!, (await shown(small!))['task']!)
  })
})

describe('what a PNG states without a profile is converted', () => {
  it.each<[string, Buffer[], number[]]>([
    ['cICP of Display P3', [points(12, 13)], inSrgb(SKIN, 'p3')],
    ['cICP of BT.2020', [points(9, 1)], inSrgb(SKIN, 'bt2020')],
    ['cICP of sRGB', [points(1, 13)], SKIN],
    ['cICP before sRGB', [points(12, 13), pngChunk('sRGB', Buffer.from([0]))], inSrgb(SKIN, 'p3')],
    ['sRGB before gAMA', [gamma(1), pngChunk('sRGB', Buffer.from([0]))], SKIN],
    ['gAMA of light itself', [gamma(1)], inSrgb(SKIN, 'srgb', 1)],
    ['gAMA of an old Macintosh', [gamma(1 / 1.8), SRGB], inSrgb(SKIN, 'srgb', 1.8)],
    ['gAMA of sRGB', [gamma(0.45455)], SKIN],
    ['gAMA and cHRM of sRGB', [gamma(0.45455), SRGB], SKIN],
    ['gAMA and cHRM of Adobe RGB', [gamma(0.45455), ADOBE], inSrgb(SKIN, 'adobe', 2.2)],
    ['cHRM alone', [ADOBE], inSrgb(SKIN, 'adobe')],
    ['gAMA of zero', [gamma(0)], SKIN],
    ['cHRM of nothing', [gamma(0.45455), corners(0, 0, 0, 0, 0, 0, 0, 0)], SKIN],
    ['chunks too short', [pngChunk('cICP', Buffer.of(9)), pngChunk('gAMA', Buffer.of(1))], SKIN],
  ])('%s', async (_, chunks, expected) => {
    await expectShown(await png(SKIN, chunks), expected)
  })

  it('of 16 bits, with alpha, and grey', async () => {
    await expectShown(await png(SKIN, [points(12, 13)], 'ushort'), inSrgb(SKIN, 'p3'))
    const glass = await png([...SKIN, 99], [points(12, 13)])
    await expectShown(glass, [...inSrgb(SKIN, 'p3'), 99], ALPHA)
    await expectShown(await png([131], [gamma(1)]), three(levelOf(lightOf(131, 1))))
    await expectShown(await png([131], [points(12, 13)]), three(131))
    await expectShown(await png([131], [gamma(1)], 'ushort'), three(levelOf(lightOf(131, 1))))
  })

  it('after a profile, but for cICP, which counts more', async () => {
    const profiled = (chunks: Buffer[]) =>
      png(SKIN, chunks).then((file) => embedProfile(file, 'png', rgbProfile('ProPhoto')))
    const own = (await shown(await profiled([])))['task']!
    await expectShown(await profiled([gamma(1), ADOBE]), own)
    await expectShown(await profiled([points(12, 13)]), inSrgb(SKIN, 'p3'))
    await expectShown(await profiled([points(1, 13)]), SKIN)
  })

  it.each([
    ['PQ', 16],
    ['HLG', 18],
  ])('and high dynamic range is refused: %s', async (name, transfer) => {
    const words = `The picture is in high dynamic range (${name}); save it in standard range`
    const bytes = await png(SKIN, [points(9, transfer)])
    await expect(openPicture(bytes, LIMITS)).rejects.toThrow(words)
    const path = join(folder, 'hdr.png')
    await writeFile(path, bytes)
    await expect(openSource(path, folder)).rejects.toThrow(words)
  })

  it('and a result keeps them: the very values under a profile that says the same', async () => {
    const bytes = await png(SKIN, [points(12, 13)])
    const { picture, own } = await openPicture(bytes, LIMITS)
    const result = await encodePicture(picture, 'png', await own())
    const stored = await sharp(result, { ignoreIcc: true }).raw().toBuffer()
    expect([...stored.subarray(0, 3)]).toEqual(SKIN)
    await expectShown(result as Buffer, inSrgb(SKIN, 'p3'))
  })
})

/** Ink that is stored: black alone by {@link inkProfile}, whatever the other three are. */
async function inksOf(file: Buffer): Promise<number[]> {
  const image = sharp(file, { ignoreIcc: true }).pipelineColourspace('cmyk').toColourspace('cmyk')
  const data = await image.raw().toBuffer()
  return [...data.subarray(0, 4)]
}

describe('inks are converted', () => {
  const skin = () => flat(SKIN)
  const forms: [string, () => Promise<Buffer>][] = [
    ['CMYK', () => skin().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()],
    ['YCCK', () => ycck(skin())],
  ]

  it.each(forms)('%s without a profile, by the one of the library', async (_, make) => {
    await expectShown(await make(), SKIN, 8)
  })

  it.each(forms)('%s by its profile', async (_, make) => {
    const file = embedProfile(await make(), 'jpeg', inkProfile())
    const lightness = 100 * (1 - (await inksOf(file))[3]! / 255)
    const light = lightness > 8 ? ((lightness + 16) / 116) ** 3 : lightness / 903.3
    await expectShown(file, three(levelOf(light)), 2)
  })

  it('lying on their side', async () => {
    const turned = await skin().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { exif } = await sharp(turned).metadata()
    const lying = await forms[0]![1]()
    const segment = app1(EXIF, exif!.subarray(EXIF.length))
    const file = Buffer.concat([lying.subarray(0, 2), segment, lying.subarray(2)])
    const path = join(folder, 'turned.jpg')
    await writeFile(path, file)
    const source = await openSource(path, folder)
    expect(source).toMatchObject({ width: 64, height: 1600, orientation: 6, inks: true })
    expect((await openPicture(file, LIMITS)).picture).toMatchObject({ width: 64, height: 1600 })
  })
})

describe('a gain map for high dynamic range', () => {
  it('is passed over: the picture is as other screens show it, and the source says so', async () => {
    const file = await ultraHdr(await flat(SKIN).jpeg({ quality: 95 }).toBuffer())
    expect((await sharp(file).metadata()).gainMap).toBeDefined()
    await expectShown(file, SKIN, 2)
    const path = join(folder, 'ultra.jpg')
    await writeFile(path, file)
    expect(describeSource(await openSource(path, folder))).toMatchObject({ gainMap: true })
    await writeFile(path, await flat(SKIN).jpeg().toBuffer())
    expect(describeSource(await openSource(path, folder))).not.toHaveProperty('gainMap')
  })
})

describe('a restored picture shows the colours of its source', () => {
  /** Restores a source where nothing was changed. */
  const restored = async (bytes: Buffer) => {
    const [original, sent, into] = ['source', 'sent', 'restored'].map((name) => join(folder, name))
    await writeFile(original!, bytes)
    const source = await openSource(original!, folder)
    const { data } = await decodePart(source, { left: 0, top: 0, ...SIZE }, SIZE)
    const half = { width: SIZE.width / 2, height: SIZE.height }
    const patch = { create: { ...half, channels: 3, background: '#404040' } } as const
    const raw = sharp(data, { raw: { ...SIZE, channels: 4 } }).removeAlpha()
    await writeFile(sent!, await raw.png().toBuffer())
    const changed = raw.composite([{ input: patch, left: half.width, top: 0 }])
    const returned = join(folder, 'returned')
    await writeFile(returned, await changed.png().toBuffer())
    const parts = [{ sent: sent!, returned }]
    await restorePicture({ original: original!, parts, into: into!, metadata: 'none' })
    const file = await readFile(into!)
    const header = await sharp(file).metadata()
    // The profile that is embedded is what shows them.
    const { picture } = await openPicture(
      header.format === 'tiff' ? await sharp(file).keepIccProfile().png().toBuffer() : file,
      LIMITS,
    )
    const at = 4 * (32 * SIZE.width + 1200)
    const [left, right] = [picture.data.subarray(0, 3), picture.data.subarray(at, at + 3)]
    return { header, left: [...left], right: [...right], file }
  }
  const near = (levels: readonly number[], expected: readonly number[], off = 3) =>
    expect(Math.max(...expected.map((v, c) => Math.abs(v - levels[c]!)))).toBeLessThanOrEqual(off)

  it('grey under a profile, which is kept', async () => {
    const jpeg = await flat([131]).jpeg({ quality: 95 }).toBuffer()
    const file = embedProfile(jpeg, 'jpeg', greyProfile(1.8))
    const { header, left, right } = await restored(file)
    expect(header).toMatchObject({ format: 'jpeg', channels: 1 })
    expect(header.icc).toEqual(greyProfile(1.8))
    near(left, three(149))
    near(right, three(0x40))
  })

  it('grey of 16 bits with alpha under a profile', async () => {
    const file = embedProfile(await png([131, 255], [], 'ushort'), 'png', greyProfile(1.8))
    const { header, left, right } = await restored(file)
    expect(header).toMatchObject({ format: 'png', channels: 2, depth: 'ushort' })
    near(left, three(149))
    near(right, three(0x40))
  })

  it.each<[string, Depth]>([
    ['8', 'uchar'],
    ['16', 'ushort'],
  ])('stated by cICP, of %s bits', async (_, depth) => {
    const { header, left, right } = await restored(await png(SKIN, [points(12, 13)], depth))
    expect(header).toMatchObject({ format: 'png', depth })
    near(left, inSrgb(SKIN, 'p3'))
    near(right, three(0x40))
  })

  it('inks, as sRGB', async () => {
    const file = embedProfile(
      await flat(SKIN).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      'jpeg',
      inkProfile(),
    )
    const before = (await shown(file))['large']!
    const { header, left, right } = await restored(file)
    expect(header).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, hasProfile: true })
    near(left, before.slice(0, 3))
    near(right, three(0x40))
  })

  it('inks of a TIFF', async () => {
    const file = await flat(SKIN).toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer()
    expect((await sharp(file).metadata()).space).toBe('cmyk')
    const { header, left } = await restored(file)
    expect(header).toMatchObject({ format: 'tiff', space: 'srgb', channels: 3 })
    near(left, SKIN, 8)
  })
})
