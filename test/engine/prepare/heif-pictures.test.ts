import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePart } from '../../../engine/prepare/decode-part.ts'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { sampled } from '../../setup/sampled.ts'
import { addRotation } from '../media/heic/add-rotation.ts'
import {
  box,
  exifItem,
  flatAv1,
  gridOf,
  type HeifFile,
  itemOf,
  pointsBox,
  writeHeif,
} from '../media/heic/write-heif.ts'
import { inSrgb } from '../media/reference-colours.ts'

const HEIC = join(import.meta.dirname, '../media/heic')
const RED = [200, 30, 40]
const BLUE = [20, 60, 190]
/** How far colours may be off that were coded as light and two colours, in levels. */
const CODED = 4

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heif-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function opened(file: HeifFile | Buffer) {
  const path = join(folder, 'file')
  await writeFile(path, Buffer.isBuffer(file) ? file : writeHeif(file))
  const source = await openSource(path, folder)
  const { width, height } = source
  const size = { width, height }
  return { source, picture: await decodePart(source, { left: 0, top: 0, ...size }, size) }
}

async function colourOf(file: HeifFile | Buffer, x = 3, y = 3): Promise<number[]> {
  return colourAt((await opened(file)).picture, x, y)
}

function colourAt({ width, data }: Picture, x: number, y: number): number[] {
  const at = 4 * (y * width + x)
  return [...data.subarray(at, at + 3)]
}

function expectColour(shown: readonly number[], expected: readonly number[]): void {
  const off = expected.map((level, c) => Math.abs(level - shown[c]!))
  expect(Math.max(...off), `${shown} instead of ${expected}`).toBeLessThanOrEqual(CODED)
}

/** The HEIC pictures that are kept, and which of their properties are no colours. */
async function hevc(name: string) {
  const item = itemOf(await readFile(join(HEIC, name)), 'hvc1')
  const properties = item.properties.filter((one) => one.toString('latin1', 4, 8) !== 'colr')
  return { ...item, properties }
}

describe('the primary picture of several', () => {
  test('in an AVIF', async () => {
    const items = [await flatAv1(RED, 64, 48), await flatAv1(BLUE, 32, 40)]
    const { source, picture } = await opened({ major: 'avif', primary: 2, items })
    expect(source).toMatchObject({ format: 'avif', width: 32, height: 40 })
    expectColour(colourAt(picture, 3, 3), BLUE)
    expectColour(await colourOf({ major: 'avif', items }), RED)
  })

  test('in a HEIC', async () => {
    const items = [await hevc('face-p3.heic'), await hevc('face-turned.heic')]
    for (const [primary, width, height] of [
      [1, 480, 640],
      [2, 640, 480],
    ] as const) {
      const { source, picture } = await opened({ major: 'heic', primary, items })
      expect(source).toMatchObject({ format: 'heic', width, height })
      expect(picture).toMatchObject({ width, height })
    }
  })

  test('put together from tiles that are not hidden', async () => {
    const tiles = [await flatAv1(RED, 64, 64), await flatAv1(BLUE, 64, 64)]
    for (const hidden of [false, true]) {
      const items = [...tiles.map((tile) => ({ ...tile, hidden })), gridOf([1, 2], 128, 64)]
      const file = { major: 'avif', primary: 3, items }
      expect((await opened(file)).source).toMatchObject({ width: 128, height: 64 })
      expectColour(await colourOf(file, 10), RED)
      expectColour(await colourOf(file, 110), BLUE)
    }
  })

  test('put together from tiles of a HEIC', async () => {
    const tile = await hevc('face-p3.heic')
    const file = { major: 'heic', primary: 3, items: [tile, tile, gridOf([1, 2], 960, 640)] }
    const { source, picture } = await opened(file)
    expect(source).toMatchObject({ width: 960, height: 640 })
    expect(colourAt(picture, 700, 300)).toEqual(colourAt(picture, 220, 300))
  })
})

describe('stills and sequences', () => {
  test.each(['avis', 'msf1', 'hevc', 'hevx'])(
    'of the major brand %s is a sequence',
    async (major) => {
      const items = [await flatAv1(RED, 64, 48)]
      await expect(opened({ major, items })).rejects.toThrow('The file is an animation')
    },
  )

  test('with a sequence among its compatible brands is a still', async () => {
    const file = { items: [await flatAv1(RED, 64, 48)] }
    expectColour(await colourOf({ ...file, major: 'avif', compatible: ['avis', 'msf1'] }), RED)
    const heic = { items: [await hevc('face-p3.heic')], compatible: ['msf1', 'hevc'] }
    expect((await opened({ ...heic, major: 'heic' })).source.format).toBe('heic')
  })

  test.each([
    ['avif', 'av01'],
    ['heic', 'hvc1'],
  ])('of the major brand mif1 is the %s that its picture is', async (format, type) => {
    const item = type === 'av01' ? await flatAv1(RED, 64, 48) : await hevc('face-p3.heic')
    // What the brands say is not always what the picture is.
    for (const compatible of sampled(1, [['avif', 'heic'], [format], []])) {
      const { source } = await opened({ major: 'mif1', compatible, items: [item] })
      expect(source.format).toBe(format)
    }
  })
})

describe('colours that are stated by code points alone', () => {
  const withPoints = async (primaries: number, transfer: number): Promise<HeifFile> => {
    const item = await flatAv1(RED, 64, 48)
    const properties = [...item.properties, pointsBox(primaries, transfer)]
    return { major: 'avif', items: [{ ...item, properties }] }
  }

  test.each([
    ['Display P3', 12, 13, inSrgb(RED, 'p3')],
    ['BT.2020 as sRGB is shown', 9, 14, inSrgb(RED, 'bt2020')],
    ['sRGB', 1, 13, RED],
    ['a video camera’s', 1, 1, RED],
    ['nothing', 2, 2, RED],
    ['light itself', 1, 8, inSrgb(RED, 'srgb', 1)],
  ])('%s', async (_, primaries, transfer, expected) => {
    expectColour(await colourOf(await withPoints(primaries, transfer)), expected)
  })

  test('name the profile that says the same', async () => {
    const { source } = await opened(await withPoints(12, 13))
    expect(source).toMatchObject({ format: 'avif', profileName: 'Display P3', bitDepth: 8 })
    expect((await opened(await withPoints(1, 13))).source.profileName).toBeNull()
  })

  test('in a HEIC', async () => {
    const item = await hevc('face-turned.heic')
    const plain = { major: 'heic', items: [item] }
    const properties = [...item.properties, pointsBox(12, 13)]
    const stored = await colourOf(plain, 320, 240)
    const shown = await colourOf({ major: 'heic', items: [{ ...item, properties }] }, 320, 240)
    expectColour(shown, inSrgb(stored, 'p3'))
    expect(shown).not.toEqual(stored)
  })

  test.each([
    ['PQ', 16],
    ['HLG', 18],
  ])('of high dynamic range are refused: %s', async (name, transfer) => {
    const words = `in high dynamic range (${name})`
    await expect(opened(await withPoints(9, transfer))).rejects.toThrow(words)
    const item = await hevc('face-p3.heic')
    const properties = [...item.properties, pointsBox(9, transfer)]
    await expect(opened({ major: 'heic', items: [{ ...item, properties }] })).rejects.toThrow(words)
  })

  test('are read of the tiles where the whole has none', async () => {
    const tile = await flatAv1(RED, 64, 64)
    const properties = [...tile.properties, pointsBox(12, 13)]
    const tiles = [1, 2].map(() => ({ ...tile, properties, hidden: true }))
    const file = { major: 'avif', primary: 3, items: [...tiles, gridOf([1, 2], 128, 64)] }
    expectColour(await colourOf(file), inSrgb(RED, 'p3'))
  })
})

describe('EXIF orientation', () => {
  /** Red at its left, blue at its right. */
  const lying = async (...properties: Buffer[]): Promise<HeifFile> => {
    const tiles = [await flatAv1(RED, 64, 64), await flatAv1(BLUE, 64, 64)]
    const whole = gridOf([1, 2], 128, 64)
    const grid = { ...whole, properties: [...whole.properties!, ...properties] }
    return { major: 'avif', primary: 3, items: [...tiles, grid, exifItem(6, 3)] }
  }
  const turn = (quarters: number) => box('irot', Buffer.from([quarters]))

  test('turns what the file does not', async () => {
    const file = await lying()
    const { source, picture } = await opened(file)
    expect(source).toMatchObject({ width: 64, height: 128, orientation: 6 })
    expect(picture).toMatchObject({ width: 64, height: 128 })
    expectColour(await colourOf(file, 30, 10), RED)
    expectColour(await colourOf(file, 30, 120), BLUE)
  })

  test('is passed over beside a rotation or a mirroring of the file', async () => {
    const rotated = await lying(turn(1))
    expect((await opened(rotated)).source).toMatchObject({ width: 64, height: 128, orientation: 1 })
    // Anticlockwise, while EXIF says clockwise.
    expectColour(await colourOf(rotated, 30, 10), BLUE)
    const mirrored = await lying(box('imir', Buffer.from([1])))
    expect((await opened(mirrored)).source).toMatchObject({ width: 128, height: 64 })
    expectColour(await colourOf(mirrored, 10, 30), BLUE)
  })

  test.each([0, 9, 300])('of %i means nothing', async (orientation) => {
    const items = [await flatAv1(RED, 64, 48), exifItem(orientation, 1)]
    expect((await opened({ major: 'avif', items })).source).toMatchObject({
      width: 64,
      orientation: 1,
    })
  })

  test('of a HEIC, as some phones write it', async () => {
    const file = await readFile(join(HEIC, 'face-turned.heic'))
    const alone = await opened(file)
    expect(alone.source).toMatchObject({ width: 480, height: 640, orientation: 6 })
    const both = await opened(addRotation(file, 3))
    expect(both.source.orientation).toBe(1)
    expect(alone.picture.data).toEqual(both.picture.data)
  })
})

test('a gain map is passed over, and said', async () => {
  const [base, map] = [await flatAv1(RED, 64, 48), await flatAv1([90, 90, 90], 32, 24)]
  const urn = 'urn:com:apple:photo:2020:aux:hdrgainmap'
  const auxiliary = box('auxC', Buffer.concat([Buffer.alloc(4), Buffer.from(`${urn}\0`)]))
  const file = (major: string): HeifFile => ({
    major,
    items: [
      base,
      { ...map, properties: [...map.properties, auxiliary], references: [['auxl', [1]]] },
    ],
  })
  expect((await opened(file('avif'))).source.gainMap).toBe(true)
  expectColour(await colourOf(file('avif')), RED)
  expect((await opened({ major: 'avif', items: [base] })).source.gainMap).toBe(false)
})
