import { createReadStream, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import type { Source } from '../../../engine/prepare/source/source.ts'
import { measureError } from '../../../engine/restore/measure-error.ts'
import { lightness, readServicePictures } from '../../../engine/restore/read-service-picture.ts'
import { openScratchFile, type ScratchFile } from '../../../engine/restore/scratch-file.ts'
import type { Change } from '../../../engine/restore/split-change.ts'
import { writeWebp } from '../../../engine/restore/write-webp.ts'
import { readWebpQuality } from '../../../metadata/webp/webp-quality.ts'

const SIZE = { width: 48, height: 32 }
const PLAIN = { profilePath: undefined, grey: false, alpha: false, orientation: 1 }

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'))
})

afterAll(() => rm(folder, { recursive: true }))

const level = (at: number): number => Math.imul(at + 1, 2654435761) >>> 24

/** Noise in colour. */
function noisy({ width, height } = SIZE, channels: 1 | 3 | 4 = 3) {
  const data = Buffer.from(Array.from({ length: width * height * channels }, (_, at) => level(at)))
  return sharp(data, { raw: { width, height, channels } })
}

async function saved(name: string, image: Sharp): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, await image.toBuffer())
  return path
}

test.each([
  ['4:2:0', 60],
  ['4:4:4', 60],
  ['4:4:4', 92],
])('what only compressing changed is the same: %s at %i', async (chromaSubsampling, quality) => {
  const sent = await saved('sent.png', noisy().png())
  const returned = await saved('returned.jpg', noisy().jpeg({ quality, chromaSubsampling }))
  const read = await readServicePictures({ sent, returned }, SIZE, PLAIN)
  expect(read.sent).toEqual(read.returned)
  expect([read.sent.width, read.sent.height, read.sent.channels.length]).toEqual([48, 32, 3])
  const own = (await readServicePictures({ sent, returned: sent }, SIZE, PLAIN)).sent
  const [before, after] = [lightness(own), lightness(read.sent)]
  for (const [at, noise] of read.noise.entries()) {
    expect(noise).toBeCloseTo((before[at]! - after[at]!) ** 2, 6)
  }
})

test('without losses there is no noise, and planes are levels of 0 to 1', async () => {
  const sent = await saved('sent.png', noisy().png())
  const { returned, noise } = await readServicePictures({ sent, returned: sent }, SIZE, PLAIN)
  expect(Math.max(...noise)).toBe(0)
  for (const [c, plane] of returned.channels.entries()) {
    for (let at = 0; at < plane.length; at += 97)
      expect(plane[at]).toBeCloseTo(level(3 * at + c) / 255, 6)
  }
})

test('a returned picture of another size is scaled, and may differ by 1.5 % in its proportions', async () => {
  const size = { width: 1_000, height: 1_000 }
  const flat = (width: number, height = 1_000) =>
    sharp({ create: { width, height, channels: 3, background: 'grey' } }).png()
  const sent = await saved('sent.png', flat(1_000))
  const read = async (width: number, height?: number) => {
    const returned = await saved('returned.png', flat(width, height))
    return await readServicePictures({ sent, returned }, size, PLAIN)
  }
  expect((await read(500, 500)).returned).toMatchObject(size)
  for (const width of [1_015, 986]) expect((await read(width)).returned).toMatchObject(size)
  for (const width of [1_016, 984]) {
    await expect(read(width)).rejects.toMatchObject({
      condition: 'ratio',
      message: `The service returned ${width} × 1000 pixels for 1000 × 1000.`,
    })
  }
})

test('what is no picture is refused in words', async () => {
  const sent = await saved('sent.png', noisy().png())
  const returned = join(folder, 'text')
  await writeFile(returned, 'no picture')
  await expect(readServicePictures({ sent, returned }, SIZE, PLAIN)).rejects.toMatchObject({
    condition: 'unreadable',
    message: 'The returned file is no picture.',
  })
})

test('planes lie as the source is stored, with its channels', async () => {
  const sent = await saved('sent.png', noisy().png())
  const read = async (more: object) =>
    (await readServicePictures({ sent, returned: sent }, SIZE, { ...PLAIN, ...more })).returned
  const turned = await read({ orientation: 6, alpha: true })
  expect([turned.width, turned.height, turned.channels.length]).toEqual([32, 48, 4])
  expect(turned.channels[3]!.every((alpha) => alpha === 1)).toBe(true)
  const upright = await read({})
  // Orientation 6 is turned by 90° clockwise to be seen: its first row is the first column, from below.
  expect(turned.channels[0]![0]).toBe(upright.channels[0]![47])
  expect((await read({ grey: true })).channels).toHaveLength(1)
})

test('lightness weighs colours, and grey is its own', () => {
  const of = (...levels: number[]) => ({
    width: 1,
    height: 1,
    channels: levels.map((one) => Float32Array.of(one)),
  })
  for (const [levels, expected] of [
    [[1, 0, 0], 0.2126],
    [[0, 1, 0], 0.7152],
    [[0, 0, 1], 0.0722],
    [[0.5], 0.5],
    [[0.5, 1], 0.5],
  ] as const) {
    expect(lightness(of(...levels))[0]).toBeCloseTo(expected, 5)
  }
})

test('the error is the mean difference of a channel, by the mask’s share', async () => {
  const path = await saved('scratch.png', noisy().png())
  const crop = { left: 8, top: 4, width: 20, height: 16 }
  const sent = { width: 20, height: 16 }
  const area = { left: 3, top: 2, width: 6, height: 5 }
  const mask = Float32Array.from({ length: 30 }, (_, at) => (at % 4 === 0 ? 0 : at / 30))
  const channels = [0, 1, 2].map((c) =>
    Float32Array.from({ length: 320 }, (_, at) => (level(at * 7 + c) % 100) / 99),
  )
  const error = (share: Float32Array, source: object = {}) =>
    measureError(
      { path } as ScratchFile,
      { grey: false, ...source } as Source,
      crop,
      { area, mask: share, sent } as Change,
      { ...sent, channels },
    )
  let [sum, weight] = [0, 0]
  for (const [at, share] of mask.entries()) {
    const [x, y] = [3 + (at % 6), 2 + Math.floor(at / 6)]
    for (let c = 0; c < 3; c++) {
      const own = level(3 * ((y + 4) * 48 + x + 8) + c) / 255
      sum += share * Math.abs(own - channels[c]![y * 20 + x]!)
      weight += share
    }
  }
  expect(await error(mask)).toBeCloseTo(sum / weight, 6)
  expect(await error(new Float32Array(30))).toBe(0)
  expect(await error(mask, { grey: true })).toBeGreaterThan(0)
})

test.each([
  ['8 bits', 3, 'uchar', 255],
  ['alpha', 4, 'uchar', 255],
  ['16 bits', 3, 'ushort', 65_535],
] as const)('rows of %s are read and written where they lie', async (_, channels, depth, white) => {
  const values = Uint16Array.from({ length: 48 * 32 * channels }, (_, at) => level(at) * 257)
  const image =
    depth === 'ushort'
      ? sharp(values, { raw: { ...SIZE, channels } }).toColourspace('rgb16')
      : noisy(SIZE, channels)
  const source = await openSource(await saved('source.png', image.png()), folder)
  const scratch = await openScratchFile(source, join(folder, `pixels-${channels}-${depth}.v`))
  try {
    expect(scratch).toMatchObject({ ...SIZE, channels, white })
    const make = (rows: number) => {
      const length = rows * 48 * channels
      return white === 255 ? new Uint8Array(length) : new Uint16Array(length)
    }
    const part = make(4)
    await scratch.readRows(5, 2, part)
    const scale = white === 255 ? 1 : 257
    for (let at = 0; at < 2 * 48 * channels; at++) {
      expect(part[at]).toBe(level(5 * 48 * channels + at) * scale)
    }
    expect(part.subarray(2 * 48 * channels).every((value) => value === 0)).toBe(true)
    await scratch.writeRows(6, make(1).fill(7))
    await scratch.readRows(5, 3, part)
    expect([
      part[0],
      part[48 * channels],
      part[2 * 48 * channels - 1],
      part[2 * 48 * channels],
    ]).toEqual([level(5 * 48 * channels) * scale, 7, 7, level(7 * 48 * channels) * scale])
    await expect(scratch.readRows(1_000, 2, part)).rejects.toThrow('shorter than its pixels')
  } finally {
    await scratch.close()
  }
})

test.each([{ width: 47 }, { height: 31 }])('a scratch file of another size: %o', async (change) => {
  const source = await openSource(await saved('source.png', noisy().png()), folder)
  const opening = openScratchFile({ ...source, ...change }, join(folder, 'other.v'))
  await expect(opening).rejects.toThrow('The scratch file is not what was asked for.')
})

// Only Linux tells which files a process has open.
test.runIf(process.platform === 'linux')('a scratch file of another size is closed', async () => {
  const source = await openSource(await saved('source.png', noisy().png()), folder)
  const path = join(folder, 'closed.v')
  await expect(openScratchFile({ ...source, width: 47 }, path)).rejects.toThrow('asked for')
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  expect(open).not.toContain(await realpath(path))
})

/** The quality of a WebP that is written of noise, like a source of a quality. */
async function webp(quality: number | 'lossless', isAlike: boolean) {
  const options = quality === 'lossless' ? { lossless: true } : { quality }
  const like = await saved('like.webp', noisy().webp(options))
  const into = join(folder, 'into.webp')
  await writeWebp(noisy(), into, { like, isAlike })
  return [
    await readWebpQuality(createReadStream(like)),
    await readWebpQuality(createReadStream(into)),
  ] as const
}

test('a WebP is as its source: without losses, as large, or fine', async () => {
  expect((await webp('lossless', false))[1].isLossless).toBe(true)
  const [own, alike] = await webp(70, true)
  expect(alike.bytes / own.bytes).toBeGreaterThan(0.9)
  expect(alike.bytes / own.bytes).toBeLessThan(1.12)
  const [, fine] = await webp(70, false)
  expect(Math.round(fine.quality)).toBeGreaterThanOrEqual(94)
  const [, coarse] = await webp(10, true)
  expect(Math.round(coarse.quality)).toBeGreaterThanOrEqual(39)
  const into = join(folder, 'plain.webp')
  await writeWebp(noisy(), into, { like: undefined, isAlike: true })
  expect(
    Math.round((await readWebpQuality(createReadStream(into))).quality),
  ).toBeGreaterThanOrEqual(94)
})
