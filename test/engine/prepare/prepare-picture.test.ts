import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyReshape } from '../../../catalog/features/body-reshape.ts'
import type { PictureRule } from '../../../catalog/features/feature.ts'
import { fitzpatrickScaleAnalyzer } from '../../../catalog/features/fitzpatrick-scale-analyzer.ts'
import { hairTransfer } from '../../../catalog/features/hair-transfer.ts'
import { skinSimulation } from '../../../catalog/features/skin-simulation.ts'
import { headFrame, headToPixel } from '../../../engine/effects/hair-transfer/head/head.ts'
import { requireHead } from '../../../engine/effects/hair-transfer/refuse/require-transferable.ts'
import { requireSuitableFace } from '../../../engine/effects/skin-simulation/require-suitable-face.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { preparePicture } from '../../../engine/prepare/prepare-picture.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { bust } from '../../../samples/bust.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { drawFace } from '../face/draw-face.ts'
import { warmVision } from '../warm-vision.ts'

/** Body reshape's without its framing, for which no model need be asked. */
const { framing: _, ...RULE }: PictureRule = bodyReshape.files.src
const nobodyLooks = { vision: () => Promise.reject(new Error('No model is needed.')) }

let folder: string
let vision: Vision

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  vision = await warmVision()
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** A picture whose left half is red and whose right half is blue. */
function halves(width: number, height: number): Sharp {
  const half = { width: width / 2, height, channels: 3, background: '#d01010' } as const
  return sharp({ create: half }).extend({ right: width / 2, background: '#1010d0' })
}

async function saved(name: string, image: Sharp): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, await image.toBuffer())
  return path
}

async function prepared(source: string, rule = RULE, target?: string) {
  const into = join(folder, 'sent')
  const preparation = await preparePicture(
    { source, rule, into, ...(target && { target }) },
    { vision: async () => vision },
  )
  if (!preparation) throw new Error('Nothing was prepared.')
  const { picture } = await openPicture(await readFile(into), rule)
  return { preparation, picture }
}

test('leaves a file that meets the rule as it is, and loads no model for it', async () => {
  const source = await saved('fits.jpg', halves(640, 480).jpeg())
  const into = join(folder, 'untouched')
  expect(await preparePicture({ source, rule: RULE, into }, nobodyLooks)).toBeUndefined()
  await expect(stat(into)).rejects.toThrow(/ENOENT/)
})

describe('scales and converts', () => {
  const large = () => halves(2100, 1400)
  test.each([
    ['jpeg', () => large().jpeg()],
    ['png', () => large().png()],
    ['webp', () => large().webp({ effort: 0 })],
    ['tiff', () => large().toColourspace('rgb16').tiff({ compression: 'lzw' })],
    ['avif', () => halves(600, 400).avif({ effort: 0 })],
  ])('%s', async (format, image) => {
    const { preparation, picture } = await prepared(await saved(`large.${format}`, image()))
    expect(preparation.source.format).toBe(format)
    expect(preparation.source.bitDepth).toBe(format === 'tiff' ? 16 : 8)
    const { width, height } = picture
    expect(Math.abs(width / height - 1.5)).toBeLessThan(0.002)
    expect(preparation.sent).toMatchObject({ width, height, format: 'jpeg' })
    const [left, right] = [picture.data.subarray(0, 3), picture.data.subarray(4 * width - 4)]
    expect(left[0]! - left[2]!).toBeGreaterThan(150)
    expect(right[2]! - right[0]!).toBeGreaterThan(150)
  })

  // `stated-colours.test.ts` has the sample of inks.
  test.runIf(isEveryCaseTried())('inks, which show less of red and blue', async () => {
    const source = await saved('inks.jpg', large().toColourspace('cmyk').jpeg())
    const { preparation, picture } = await prepared(source)
    expect(preparation.source).toMatchObject({ format: 'jpeg', profile: null, alpha: false })
    const [left, right] = [
      picture.data.subarray(0, 3),
      picture.data.subarray(4 * picture.width - 4),
    ]
    expect(left[0]! - left[2]!).toBeGreaterThan(100)
    expect(right[2]! - right[0]!).toBeGreaterThan(60)
  })

  test('turns a picture upright once', async () => {
    const source = await saved('turned.jpg', large().withMetadata({ orientation: 6 }).jpeg())
    const { preparation, picture } = await prepared(source)
    expect(preparation.source).toMatchObject({ width: 1400, height: 2100, orientation: 6 })
    expect(preparation.crop).toEqual({ left: 0, top: 0, width: 1400, height: 2100 })
    expect([picture.width, picture.height]).toEqual([1365, 2048])
    // Turned clockwise, the left half is on top.
    expect(picture.data[0]).toBeGreaterThan(150)
    expect(picture.data.at(-2)).toBeGreaterThan(150)
  })

  test('wide gamut, to the colours it shows', async () => {
    const red = sharp({ create: { width: 2400, height: 400, channels: 3, background: '#c04030' } })
    const path = await saved('p3.png', red.withIccProfile('p3').png())
    const { preparation, picture } = await prepared(path)
    expect(preparation.source.profile).toMatch(/p3/i)
    for (const [c, level] of [0xc0, 0x40, 0x30].entries()) {
      expect(Math.abs(picture.data[c]! - level)).toBeLessThan(4)
    }
  })

  test('grey of 16 bits, and alpha', async () => {
    const grey = halves(2400, 400).toColourspace('grey16').png()
    expect((await prepared(await saved('grey.png', grey))).preparation.source.bitDepth).toBe(16)
    const clear = sharp({
      create: { width: 2400, height: 400, channels: 4, background: '#00ff0080' },
    })
    const { preparation, picture } = await prepared(await saved('clear.png', clear.png()))
    expect(preparation.sent.format).toBe('png')
    expect(picture.data[3]).toBe(128)
  })

  test('until the bytes are few enough', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const rough = sharp({
      create: { width: 900, height: 900, channels: 3, background: '#888', noise },
    })
    const rule = { ...RULE, maxBytes: 150_000 }
    const { preparation } = await prepared(await saved('rough.png', rough.png()), rule)
    expect(preparation.sent.bytes).toBeLessThan(rule.maxBytes)
    expect(preparation.sent.factor).toBeLessThan(1)
  })

  test('crops a panorama that cannot meet the rule whole', async () => {
    const { preparation } = await prepared(await saved('wide.png', halves(9000, 600).png()))
    expect(preparation.crop).toEqual({ left: 2580, top: 0, width: 3840, height: 600 })
  })
})

describe('refuses by name', () => {
  const refusal = (source: string) =>
    preparePicture({ source, rule: RULE, into: join(folder, 'none') }, nobodyLooks)

  test.each([
    ['a GIF', () => halves(64, 64).gif().toBuffer(), /GIF; JPEG, PNG, WebP/],
    ['text', async () => Buffer.from('hello'), /The file is text;/],
    ['nothing', async () => Buffer.alloc(0), /no bytes/],
  ])('%s', async (name, make, words) => {
    const source = join(folder, name)
    await writeFile(source, await make())
    await expect(refusal(source)).rejects.toThrow(words)
  })

  test('a file that is cut off', async () => {
    const whole = await halves(3000, 2000).jpeg().toBuffer()
    const source = join(folder, 'cut.jpg')
    await writeFile(source, whole.subarray(0, whole.length / 2))
    await expect(refusal(source)).rejects.toThrow(/The JPEG is damaged/)
  })
})

describe('crops to the face', () => {
  const portrait = async (
    width: number,
    height: number,
    scale: number,
    at = { x: 0.3, y: 0.4 },
  ) => {
    const { picture } = await drawFace({ width, height, scale, at })
    const { data } = picture
    return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  }

  test.runIf(isEveryCaseTried())('so that skin simulation takes it', async () => {
    const source = await saved('portrait.png', (await portrait(2400, 1800, 7)).png())
    const { preparation, picture } = await prepared(source, skinSimulation.files.src)
    expect(preparation.crop.width).toBeLessThan(1000)
    const face = requireSuitableFace(picture, await detectFaces(picture, vision))
    expect(face.quality.width).toBeGreaterThan(0.62)
    expect(preparation.target!.width / picture.width).toBeCloseTo(face.quality.width, 2)
  })

  test.runIf(isEveryCaseTried())('and enlarges one that is small, up to a limit', async () => {
    const small = await saved('small.png', (await portrait(1200, 900, 3.2)).png())
    const { preparation } = await prepared(small, skinSimulation.files.src)
    expect(preparation.sent.factor).toBeGreaterThan(1)
    const tiny = await saved('tiny.png', (await portrait(1200, 900, 1.2)).png())
    await expect(prepared(tiny, skinSimulation.files.src)).rejects.toThrow(
      /face is \d+ pixels wide/,
    )
  })

  test('not where it is large enough', async () => {
    const source = await saved('large-face.jpg', (await portrait(900, 1200, 7)).jpeg())
    const into = join(folder, 'none')
    const rule = fitzpatrickScaleAnalyzer.files.src
    const looks = { vision: async () => vision }
    expect(await preparePicture({ source, rule, into }, looks)).toBeUndefined()
  })

  test('so that hair transfer takes head, room for hair and shoulders', async () => {
    const { png } = await bust('henrik', { width: 620, height: 700, face: 0.3 })
    const scene = sharp({
      create: { width: 2600, height: 1900, channels: 3, background: '#9aa39c' },
    }).composite([{ input: png, left: 1840, top: 1200 }])
    const rule = hairTransfer.files.src
    const { preparation, picture } = await prepared(await saved('camera.png', scene.png()), rule)
    expect(preparation.sent.format).toBe('jpeg')
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(1024)
    const face = requireHead(picture, await detectFaces(picture, vision), 'src')
    const { chin } = headFrame(face)
    const above = headToPixel(headFrame(face), 0, 1).y
    const below = headToPixel(headFrame(face), 0, -chin - 0.6).y
    expect(above).toBeGreaterThan(0)
    expect(below).toBeLessThan(picture.height)
  })

  test('and enlarged until a face of 90 pixels has the 128 that hair transfer asks for', async () => {
    const { png } = await bust('henrik', { width: 310, height: 350, face: 0.3 })
    const rule = hairTransfer.files.ref
    const { preparation, picture } = await prepared(await saved('small.png', sharp(png)), rule)
    expect(preparation.sent.factor).toBeLessThanOrEqual(2)
    const face = requireHead(picture, await detectFaces(picture, vision), 'ref')
    expect(face.box.width).toBeLessThan(1.2 * 128)
  })

  test('and says where there is none', async () => {
    const source = await saved('nobody.jpg', halves(800, 800).jpeg())
    await expect(prepared(source, skinSimulation.files.src)).rejects.toThrow(/No face was found/)
  })
})
