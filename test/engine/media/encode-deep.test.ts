import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeDeep } from '../../../engine/media/encode-deep.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { encodeOutput } from '../../../engine/performers/edit-picture.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { embedProfile } from '../../../metadata/embed-profile.ts'
import { rewriteProfile } from '../../../metadata/icc/rewrite-profile.ts'
import { deepened, deepPng, deepValues } from './deep-picture.ts'
import { greyProfile } from './grey-profile.ts'
import { LIMITS, paint } from './paint.ts'
import { rgbProfile } from './rgb-profile.ts'

const SIZE = { width: 120, height: 96 }

/** The picture with a square from (40, 40) to (60, 60) in these levels. */
function patched({ width, height, data }: Picture, levels: number[]): Picture {
  const copy = data.slice()
  for (let y = 40; y < 60; y++) {
    for (let x = 40; x < 60; x++) copy.set(levels, (y * width + x) * 4)
  }
  return { width, height, data: copy }
}

/** A file as it comes out of an effect that makes `edit` of its picture. */
async function edited(source: Uint8Array, edit: (picture: Picture) => Picture): Promise<Buffer> {
  const opened = await openPicture(source, LIMITS)
  const own = await opened.own()
  const { bytes } = await encodeOutput(edit(opened.picture), opened, own)
  return Buffer.from(bytes as Uint8Array)
}

/** Where in `channels` values a pixel the square lies. */
function inSquare(at: number, channels: number): boolean {
  const [x, y] = [Math.floor(at / channels) % SIZE.width, Math.floor(at / channels / SIZE.width)]
  return x >= 40 && x < 60 && y >= 40 && y < 60
}

describe('a PNG of 16 bits', () => {
  it('that is left alone keeps every value', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const result = await edited(await deepPng(deep).toBuffer(), (picture) => picture)
    expect(await sharp(result).metadata()).toMatchObject({ depth: 'ushort', channels: 3 })
    expect(await deepValues(result)).toEqual(deep.values)
  })

  it('keeps what was not changed, and has the change within a level of what it is in 8 bits', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const levels = [0, 158, 255]
    const patch = (picture: Picture) => patched(picture, [...levels, 255])
    const values = await deepValues(await edited(await deepPng(deep).toBuffer(), patch))
    const kept = deep.values.every((value, at) => inSquare(at, 3) || value === values[at])
    expect(kept).toBe(true)
    const inside = [...values.entries()].filter(([at]) => inSquare(at, 3))
    const off = inside.map(([at, value]) => Math.abs(value / 257 - levels[at % 3]!))
    expect(Math.max(...off)).toBeLessThan(1)
    // What is none or all stays so.
    const ends = inside.filter(([at]) => at % 3 !== 1).map(([at, value]) => [at % 3, value])
    expect(new Set(ends.map(String))).toEqual(new Set(['0,0', '2,65535']))
  })

  it('keeps transparency, and loses it where the change is opaque', async () => {
    const image = paint(SIZE.width, SIZE.height).removeAlpha().ensureAlpha(0.5)
    const deep = await deepened(image)
    const patch = (picture: Picture) => patched(picture, [9, 99, 199, 255])
    const values = await deepValues(await edited(await deepPng(deep).toBuffer(), patch))
    const kept = deep.values.every((value, at) => inSquare(at, 4) || value === values[at])
    expect(kept).toBe(true)
    expect(values[(50 * SIZE.width + 50) * 4 + 3]).toBe(65_535)
  })

  it('that is nowhere quite transparent keeps what 8 bits call opaque', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha().ensureAlpha(1))
    deep.values[3] = 65_400
    const result = await edited(await deepPng(deep).toBuffer(), (picture) => picture)
    expect(await deepValues(result)).toEqual(deep.values)
  })

  it('in a profile of its own keeps its values and the profile', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const source = embedProfile(await deepPng(deep).toBuffer(), 'png', rgbProfile('Display P3'))
    const result = await edited(source, (picture) => patched(picture, [205, 158, 132, 255]))
    expect((await sharp(result).metadata()).icc).toEqual(rewriteProfile(rgbProfile('Display P3')))
    const values = await deepValues(result)
    expect(deep.values.every((value, at) => inSquare(at, 3) || value === values[at])).toBe(true)
    expect(deep.values.some((value, at) => value !== values[at])).toBe(true)
  })

  it('under an sRGB profile keeps its values', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const made = sharp(await deepPng(deep).toBuffer())
    const { icc } = await sharp(await made.withIccProfile('srgb').png().toBuffer()).metadata()
    const source = embedProfile(await deepPng(deep).toBuffer(), 'png', icc!)
    expect(await deepValues(await edited(source, (picture) => picture))).toEqual(deep.values)
  })

  it('on its side has its values where they are shown', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const lying = await deepPng(deep).withExif({}).withMetadata({ orientation: 6 }).toBuffer()
    const upright = sharp(lying, { ignoreIcc: true }).autoOrient().toColourspace('rgb16').png()
    const result = await edited(lying, (picture) => picture)
    expect(await sharp(result).metadata()).toMatchObject({ depth: 'ushort', width: SIZE.height })
    expect(await deepValues(result)).toEqual(await deepValues(await upright.toBuffer()))
  })

  it('in grey has its values in each colour', async () => {
    const { width, height, values } = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const grey = Uint16Array.from({ length: width * height }, (_, at) => values[3 * at]!)
    const raw = { width, height, channels: 1 } as const
    const source = await sharp(grey, { raw }).toColourspace('grey16').png().toBuffer()
    const found = await deepValues(await edited(source, (picture) => picture))
    expect(found.every((value, at) => value === grey[Math.floor(at / 3)])).toBe(true)
  })

  it('has 8 bits where they are of another size, in other colours, or a JPEG', async () => {
    const deep = await deepened(paint(SIZE.width, SIZE.height).removeAlpha())
    const source = await deepPng(deep).toBuffer()
    const smaller = (picture: Picture): Picture => ({
      ...picture,
      height: 48,
      data: picture.data.slice(0, 4 * 48 * SIZE.width),
    })
    expect(await sharp(await edited(source, smaller)).metadata()).toMatchObject({ depth: 'uchar' })
    const opened = await openPicture(source, LIMITS)
    const asJpeg = await encodeOutput(opened.picture, { ...opened, format: 'jpeg' }, undefined)
    expect(asJpeg.contentType).toBe('image/jpeg')
    const raw = { width: 64, height: 64, channels: 1 } as const
    const ramp = Uint16Array.from({ length: 64 * 64 }, (_, at) => at * 16)
    const grey = await sharp(ramp, { raw }).toColourspace('grey16').png().toBuffer()
    const inOther = embedProfile(grey, 'png', greyProfile(1))
    const found = await edited(inOther, (picture) => picture)
    expect(await sharp(found).metadata()).toMatchObject({ depth: 'uchar' })
  })

  it('of 8 bits is not read a second time', async () => {
    const opened = await openPicture(await paint(SIZE.width, SIZE.height).png().toBuffer(), LIMITS)
    expect(opened.deep).toBeUndefined()
  })
})

/** A row of 16 bits whose pixels of 8 bits are `before`, after they became `after`; what there is of it in the file. */
async function changedRow(stored: number[], before: number[], after: number[]) {
  const row = (levels: readonly number[]): Picture => ({
    width: levels.length / 4,
    height: 1,
    data: Uint8ClampedArray.from(levels),
  })
  const deep = {
    width: stored.length / 4,
    height: 1,
    stored: Uint16Array.from(stored),
    plain: async () => row(before),
  }
  const file = await encodeDeep(row(after), deep, undefined)
  return file && { file, values: [...(await deepValues(file))] }
}

describe('values of 16 bits', () => {
  const OPAQUE = [255, 65_535] as const
  const grey = (level: number, alpha: number) => [level, level, level, alpha]

  it.each([
    [514, true],
    [515, false],
    [-514, true],
    [-515, false],
  ])('that are %i from what 8 bits show are those of the source: %s', async (apart, isSame) => {
    const [level, stored] = [100, 100 * 257 + apart]
    const made = await changedRow(grey(stored, OPAQUE[1]), grey(level, 255), grey(level, 255))
    expect(made?.values).toEqual(isSame ? [stored, stored, stored] : undefined)
  })

  it('change by as much as 8 bits did, in the first and the last pixel, and end at black and white', async () => {
    const before = [...grey(2, 255), ...grey(100, 255), ...grey(253, 255)]
    const stored = [...grey(0, 65_535), ...grey(25_800, 65_535), ...grey(65_500, 65_535)]
    const after = [...grey(1, 255), ...grey(103, 255), ...grey(254, 255)]
    const made = await changedRow(stored, before, after)
    expect(made!.values).toEqual([
      0,
      0,
      0,
      ...Array(3).fill(25_800 + 3 * 257),
      ...Array(3).fill(65_535),
    ])
  })

  it.each([0, 1, 2])('that are not quite opaque in pixel %i keep their alpha', async (nth) => {
    const levels = [...grey(9, 255), ...grey(9, 255), ...grey(9, 255)]
    const stored = levels.map((level) => level * 257)
    stored[4 * nth + 3] = 65_534
    const made = await changedRow(stored, levels, levels)
    expect(made!.values).toEqual(stored)
  })

  it('are written without a picture of another size', async () => {
    const pixel = grey(9, 255)
    const stored = pixel.map((level) => level * 257)
    expect(await changedRow(stored, [...pixel, ...pixel], pixel)).toBeUndefined()
    expect(await changedRow(stored, pixel, [...pixel, ...pixel])).toBeUndefined()
  })

  it('are filtered before they are compressed', async () => {
    const [width, height] = [96, 96]
    const levels = (step: number) =>
      Array.from({ length: width * height }, (_, at) => {
        const level = 40 + (at % width) + Math.floor(at / width)
        return step === 1 ? grey(level, 255) : grey(level * 257 + ((at * 37) % 50), 65_535)
      }).flat()
    const picture = { width, height, data: Uint8ClampedArray.from(levels(1)) }
    const stored = Uint16Array.from(levels(257))
    const deep = { width, height, stored: stored.slice(), plain: async () => picture }
    const file = await encodeDeep(picture, deep, undefined)
    const raw = sharp(stored, { raw: { width, height, channels: 4 } }).removeAlpha()
    const plain = await raw.toColourspace('rgb16').png({ adaptiveFiltering: false }).toBuffer()
    expect(file!.length).toBeLessThan(0.9 * plain.length)
  })
})
