import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { encodePicture } from '../../../engine/media/encode-picture.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { readSourceColours } from '../../../engine/media/source-colours.ts'
import { toSourceColours } from '../../../engine/media/to-source-colours.ts'
import { srgbToLab } from '../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { embedProfile } from '../../../metadata/embed-profile.ts'
import { rewriteProfile } from '../../../metadata/icc/rewrite-profile.ts'
import { fc } from '../../setup/random.ts'
import { LIMITS, paint } from './paint.ts'
import { rgbProfile, SPACES } from './rgb-profile.ts'

const NAMES = Object.keys(SPACES) as (keyof typeof SPACES)[]

/** The painted values, every hue of the space to its edges, in a file with the space's profile. */
async function painted(name: keyof typeof SPACES, format: 'jpeg' | 'png'): Promise<Buffer> {
  const file =
    format === 'png'
      ? await paint(120, 96).png().toBuffer()
      : await paint(120, 96).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  return embedProfile(file, format, rgbProfile(name))
}

async function stored(bytes: Uint8Array): Promise<Buffer> {
  return await sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer()
}

/** The picture with a skin-coloured square from (40, 40) to (60, 60). */
function patched({ width, height, data }: Picture): Picture {
  const copy = data.slice()
  for (let y = 40; y < 60; y++) {
    for (let x = 40; x < 60; x++) copy.set([205, 158, 132], (y * width + x) * 4)
  }
  return { width, height, data: copy }
}

function difference(a: readonly number[], b: readonly number[]): number {
  const [p, q] = [a, b].map(([red, green, blue]) => {
    return srgbToLab(red!, green!, blue!)
  })
  return Math.hypot(p!.l - q!.l, p!.a - q!.a, p!.b - q!.b)
}

describe('a result in the colours of its source', () => {
  it.each(NAMES)('%s: a PNG that is left alone keeps every value and the profile', async (name) => {
    const source = await painted(name, 'png')
    const { picture, own } = await openPicture(source, LIMITS)
    expect(await stored(source)).not.toEqual(Buffer.from(rgb(picture)))
    const result = await encodePicture(picture, 'png', await own())
    expect((await sharp(result).metadata()).icc).toEqual(rewriteProfile(rgbProfile(name)))
    expect(await stored(result)).toEqual(await stored(source))
  })

  it.each(NAMES)('%s: what was changed looks as it was drawn, within one step', async (name) => {
    const source = await painted(name, 'png')
    const { picture, own } = await openPicture(source, LIMITS)
    const result = await encodePicture(patched(picture), 'png', await own())
    const shown = (await openPicture(result, LIMITS)).picture
    const at = (50 * 120 + 50) * 4
    expect(difference([...shown.data.subarray(at, at + 3)], [205, 158, 132])).toBeLessThan(1)
    const [before, after] = [await stored(source), await stored(result)]
    const changed = before.filter((value, i) => value !== after[i]).length
    expect(changed).toBeGreaterThan(400)
    expect(changed).toBeLessThanOrEqual(3 * 400)
  })

  it.each(NAMES)('%s: a JPEG keeps its values to what the coding takes', async (name) => {
    const source = await painted(name, 'jpeg')
    const { picture, own } = await openPicture(source, LIMITS)
    const result = await encodePicture(picture, 'jpeg', await own())
    expect((await sharp(result).metadata()).icc).toEqual(rewriteProfile(rgbProfile(name)))
    const [before, after] = [await stored(source), await stored(result)]
    const off = before.reduce((sum, value, i) => sum + Math.abs(value - after[i]!), 0)
    expect(off / before.length).toBeLessThan(1)
  })

  it('of a picture on its side has its colours where they are shown', async () => {
    const turned = await sharp(await painted('Adobe RGB', 'png'))
      .withMetadata({ orientation: 6 })
      .keepIccProfile()
      .png()
      .toBuffer()
    const { picture, own } = await openPicture(turned, LIMITS)
    expect([picture.width, picture.height]).toEqual([96, 120])
    const result = await encodePicture(picture, 'png', await own())
    const header = await sharp(result).metadata()
    expect([header.width, header.height, header.orientation]).toEqual([96, 120, undefined])
    expect((await openPicture(result, LIMITS)).picture.data).toEqual(picture.data)
  })

  it('has sRGB where the source has it, nothing, or a profile that no picture can be written in', async () => {
    const plain = await paint(20, 20).png().toBuffer()
    const srgb = await paint(20, 20).withIccProfile('srgb').png().toBuffer()
    const printer = rgbProfile('ProPhoto')
    printer.write('prtr', 12, 'latin1')
    for (const bytes of [plain, srgb, embedProfile(plain, 'png', printer)]) {
      const { own } = await openPicture(bytes, LIMITS)
      expect(await own()).toBeUndefined()
    }
    const { picture } = await openPicture(plain, LIMITS)
    const broken = { profile: Buffer.alloc(300, 7), stored: picture.data, plain: picture }
    const { icc } = await sharp(await encodePicture(picture, 'png', broken)).metadata()
    expect(icc?.toString('latin1')).toContain('s\0R\0G\0B')
  })

  it('is not given up for sRGB where only the temporary folder cannot be written to', async () => {
    const { picture, own } = await openPicture(await painted(NAMES[0]!, 'png'), LIMITS)
    const colours = await own()
    vi.stubEnv('TMPDIR', join(tmpdir(), 'not', 'there'))
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(encodePicture(picture, 'png', colours)).rejects.toThrow('ENOENT')
  })
})

/** A row of grey pixels, changed in one channel by so many levels each. */
function greyRow(changes: readonly number[], channel = 0): Picture {
  const data = new Uint8ClampedArray(4 * changes.length).fill(120)
  for (const [at, change] of changes.entries()) {
    data[4 * at + 3] = 255
    data[4 * at + channel]! += change * (channel === 3 ? -1 : 1)
  }
  return { width: changes.length, height: 1, data }
}

it.each([0, 1, 2, 3])('colours outside sRGB fade with a change of channel %i', async (channel) => {
  const changes = [0, 1, 12, 24, 36, 48, 51, 60, 90]
  const plain = greyRow(changes.map(() => 0))
  const stored = plain.data.map((value, at) => [250, 10, 220, value][at % 4]!)
  const own = { profile: rgbProfile('ProPhoto'), stored, plain }
  const picture = greyRow(changes, channel)
  const made = (await toSourceColours(picture, own))!
  // Of a picture of another size nothing is known of what was lost.
  const taller = (row: Picture) => ({ ...row, height: 2, data: repeated(row.data) })
  const before = (await toSourceColours(taller(plain), own))!
  const after = (await toSourceColours(taller(picture), own))!
  expect([...before.data.subarray(0, 3)]).not.toEqual([...stored.subarray(0, 3)])
  expect([made.width, made.height]).toEqual([changes.length, 1])
  const expected = [...made.data].map((_, at) => {
    const kept = Math.exp(-((changes[at >> 2]! / 24) ** 2))
    const lost = at % 4 === 3 || kept < 0.01 ? 0 : stored[at]! - before.data[at]!
    return after.data[at]! + kept * lost
  })
  for (const [at, value] of made.data.entries()) {
    expect(Math.abs(value - expected[at]!)).toBeLessThanOrEqual(0.5)
  }
})

function repeated(data: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  return Uint8ClampedArray.from([...data, ...data])
}

it.each([
  [0, 0, true],
  [1, 0, false],
  [0, 1, false],
])('colours are those of a picture of the file’s size: %i, %i', async (wider, taller, kept) => {
  const source = await painted('Display P3', 'png')
  const { picture } = await openPicture(source, LIMITS)
  const { width, height } = picture
  const plain = { ...picture, width: width + wider, height: height + taller }
  const header = { icc: rgbProfile('Display P3'), space: 'srgb' } as never
  expect((await readSourceColours(source, header, plain)) !== undefined).toBe(kept)
})

it('leaves nothing in the folder for what lasts a moment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moments-'))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  vi.stubEnv('TMPDIR', folder)
  const row = greyRow([0, 5])
  const own = { profile: rgbProfile('ProPhoto'), stored: row.data, plain: row }
  await toSourceColours(row, own)
  expect(await readdir(folder)).toEqual([])
  expect(await toSourceColours(row, { ...own, profile: Buffer.alloc(300, 7) })).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

it.each([
  [200_000, true],
  [200_001, false],
])('a profile of %i bytes is kept: %s', async (length, kept) => {
  const source = await painted('Display P3', 'png')
  const { picture } = await openPicture(source, LIMITS)
  const icc = Buffer.concat([rgbProfile('Display P3'), Buffer.alloc(length)]).subarray(0, length)
  const own = await readSourceColours(source, { icc, space: 'srgb' } as never, picture)
  expect(own !== undefined).toBe(kept)
})

describe('the profile that a result carries', () => {
  const clean = rgbProfile('Display P3')

  it.each([
    ['behind its end', Buffer.concat([clean, Buffer.from('GPS 52.52 13.40')])],
    ['in a gap that it counts as its own', grown(clean)],
    ['in fields of its maker', marked(clean)],
  ])('holds nothing that the source hid %s', async (_, profile) => {
    const file = embedProfile(await paint(60, 60).png().toBuffer(), 'png', profile)
    const { picture, own } = await openPicture(file, LIMITS)
    const { icc } = await sharp(await encodePicture(picture, 'png', await own())).metadata()
    expect(icc).toEqual(rewriteProfile(clean))
    expect(icc?.toString('latin1')).not.toMatch(/GPS/)
  })

  it('is written the same again, and tells its name', () => {
    const once = rewriteProfile(clean)!
    expect(rewriteProfile(once)).toEqual(once)
    expect(once.toString('latin1')).toContain('Display P3')
  })

  it('is sRGB where the source’s is cut off, converts by tables or lacks a curve', () => {
    const tables = Buffer.from(clean)
    tables.write('A2B0', 132 + 12, 'latin1')
    const lacking = Buffer.from(clean)
    lacking.write('xTRC', 132 + 8 * 12, 'latin1')
    const outside = Buffer.from(clean)
    outside.writeUInt32BE(0xffff_fff0, 132 + 3 * 12 + 4)
    for (const profile of [
      clean.subarray(0, -40),
      clean.subarray(0, 90),
      tables,
      lacking,
      outside,
    ]) {
      expect(rewriteProfile(profile)).toBeUndefined()
    }
  })

  it('never throws, whatever is changed in the source’s', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(clean.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const profile = Buffer.from(clean)
          for (const [at, value] of changes) profile[at] = value
          const written = rewriteProfile(profile)
          if (written) expect(written.readUInt32BE(0)).toBe(written.length)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

/** The profile with bytes that it counts but no tag names. */
function grown(profile: Buffer): Buffer {
  const whole = Buffer.concat([profile, Buffer.from('GPS 52.52 13.40.')])
  whole.writeUInt32BE(whole.length)
  return whole
}

/** The profile with text in fields of the header that a maker fills. */
function marked(profile: Buffer): Buffer {
  const whole = Buffer.from(profile)
  whole.write('GPS1', 4, 'latin1')
  whole.write('GPS 52.52 13', 48, 'latin1')
  whole.write('GPS 52.52 13.40 and so on', 84, 'latin1')
  return whole
}

function rgb({ data }: Picture): number[] {
  return [...data.filter((_, i) => i % 4 !== 3)]
}
