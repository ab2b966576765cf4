import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { PictureSize } from '../../../catalog/console/pictures.ts'
import { openSource } from '../../../engine/prepare/source/open-source.ts'
import { makePreview } from '../../../engine/preview/make-preview.ts'
import { tilesInZip } from '../../../engine/preview/tiles-in-zip.ts'
import { writeTiles } from '../../../engine/preview/write-tiles.ts'
import { libavDriver } from '../../../engine/video/libav-driver.ts'
import { sampled } from '../../setup/sampled.ts'
import { hugePng } from '../media/png-chunks.ts'
import { drawVideo } from '../video/draw-video.ts'

const driver = libavDriver()!
const folder = mkdtempSync(join(tmpdir(), 'darkroom-previews-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Smooth colours with a red upper left corner, by which the way it lies is told. */
function drawing(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const corner = x < width / 4 && y < height / 4
      data[at] = corner ? 230 : 40 + (120 * x) / width
      data[at + 1] = corner ? 20 : 60 + (120 * y) / height
      data[at + 2] = corner ? 20 : 128
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function preview(bytes: Uint8Array, size: PictureSize) {
  const [from, into] = [join(folder, 'from'), join(folder, 'into')]
  writeFileSync(from, bytes)
  const made = await makePreview(from, size, into, AbortSignal.timeout(60_000))
  return { ...made, bytes: made.written ? readFileSync(into) : Buffer.alloc(0) }
}

/** Red, green and blue in the middle of the upper left quarter. */
async function cornerOf(bytes: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = 3 * (Math.floor(info.height / 8) * info.width + Math.floor(info.width / 8))
  return [...data.subarray(at, at + 3)]
}

function expectRed([red = 0, green = 0, blue = 0]: number[]): void {
  expect(red).toBeGreaterThan(190)
  expect(Math.max(green, blue)).toBeLessThan(70)
}

test.each([
  ['jpeg', () => drawing(2100, 1400).jpeg().toBuffer()],
  ['png', () => drawing(900, 600).png({ compressionLevel: 1 }).toBuffer()],
  ['webp', () => drawing(900, 600).webp({ quality: 60, effort: 0 }).toBuffer()],
  ['avif', () => drawing(300, 200).avif({ effort: 0 }).toBuffer()],
  ['tiff of 16 bits', () => drawing(900, 600).toColourspace('rgb16').tiff().toBuffer()],
  ['png of 16 bits', () => drawing(300, 200).toColourspace('rgb16').png().toBuffer()],
])('a %s is shown small, as a screen shows it, and by its size', async (_, draw) => {
  const file = await draw()
  const { width } = await sharp(file).metadata()
  const small = await preview(file, '256')
  const screen = await preview(file, '2048')
  const { format, width: shown, height } = await sharp(small.bytes).metadata()
  expect([format, shown, height]).toEqual(['webp', 256, 171])
  expect((await sharp(screen.bytes).metadata()).width).toBe(Math.min(2048, width))
  for (const { bytes, facts } of [small, screen]) {
    expect(facts).toMatchObject({ kind: 'picture', width, height: (width * 2) / 3 })
    expectRed(await cornerOf(bytes))
  }
})

test.each(sampled(3, [6, 5, 1, 2, 3, 4, 7, 8]))(
  'orientation %i is turned upright, tiles too',
  async (turn) => {
    const stored = await sharp(await drawing(1200, 700).png().toBuffer())
      .withMetadata({ orientation: turn })
      .png()
      .toBuffer()
    const from = join(folder, 'turned')
    writeFileSync(from, stored)
    const upright = await sharp(stored).autoOrient().removeAlpha().raw().toBuffer()
    const source = await openSource(from, folder)
    const zip = join(folder, `tiles-${turn}.zip`)
    rmSync(zip, { force: true })
    await writeTiles(source, zip)
    const [whole, ...smaller] = await tilesInZip(zip, source)
    expect(smaller).toEqual([])
    const columns = Math.ceil(source.width / 512)
    let worst = 0
    let sum = 0
    for (const [nth, [at, length]] of whole!.tiles.entries()) {
      const tile = await sharp(readFileSync(zip).subarray(at, at + length))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [left, top] = [512 * (nth % columns), 512 * Math.floor(nth / columns)]
      for (let y = 0; y < tile.info.height; y++) {
        for (let x = 0; x < tile.info.width * 3; x++) {
          const own = tile.data[y * tile.info.width * 3 + x]!
          const meant = upright[((top + y) * source.width + left) * 3 + x]!
          worst = Math.max(worst, Math.abs(own - meant))
          sum += Math.abs(own - meant)
        }
      }
    }
    // What coding at this quality loses: a level or two, and more along the edges of the red corner.
    expect(sum / upright.length).toBeLessThan(1.5)
    expect(worst).toBeLessThan(120)
  },
)

test('a HEIC, which few browsers decode, is shown upright', async () => {
  const heic = readFileSync(join(import.meta.dirname, '../media/heic/face-turned.heic'))
  const { bytes, facts } = await preview(heic, '2048')
  expect(facts).toMatchObject({ width: 480, height: 640 })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 640 })
})

test('a picture of more than 24 megapixels has a pyramid of tiles, a smaller one its size', async () => {
  const flat = await drawing(60, 41).png().toBuffer()
  const enlarged = sharp(flat).resize(6000, 4100, { kernel: 'nearest' })
  const large = await preview(await enlarged.jpeg().toBuffer(), 'tiles')
  expect(large.facts).toMatchObject({ kind: 'picture', width: 6000, height: 4100 })
  expect(large.facts.levels.map(({ width, tiles }) => [width, tiles.length])).toEqual([
    [6000, 12 * 9],
    [3000, 6 * 5],
    [1500, 3 * 3],
  ])
  const [at = 0, length = 0] = large.facts.levels[0]!.tiles[0]!
  expectRed(await cornerOf(large.bytes.subarray(at, at + length)))
  const small = await preview(await drawing(600, 400).jpeg().toBuffer(), 'tiles')
  expect(small).toMatchObject({ written: false, facts: { width: 600, height: 400, levels: [] } })
})

test('of a video its first frame is shown', async () => {
  const drawn = await drawVideo('first.mp4', { width: 320, height: 240 }, { driver, folder })
  const { facts, bytes } = await preview(readFileSync(drawn), '256')
  expect(facts).toEqual({ kind: 'video', width: 320, height: 240, levels: [] })
  expect((await sharp(bytes).metadata()).width).toBe(256)
})

test.each([
  ['text', Buffer.from('no picture at all'), /The file is text/],
  ['nothing', Buffer.alloc(0), /holds no bytes/],
  ['121 megapixels', hugePng(11_000, 11_000), /11000 × 11000 pixels; 120000000 in all/],
])('%s is refused in words', async (_, bytes, words) => {
  await expect(preview(bytes, '256')).rejects.toThrow(words)
})
