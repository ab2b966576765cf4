import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { MATERIALS } from '../../../../catalog/object-prompt/material-words.ts'
import { applyMaterial } from '../../../../engine/effects/obj-replace/apply-material.ts'
import { recolour } from '../../../../engine/effects/obj-replace/recolour.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Engine } from '../../../../engine/perform.ts'
import { srgbToLab } from '../../../../engine/raster/colour/lab.ts'
import { growMask } from '../../../../engine/raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { drawScene } from '../../fill/draw-scene.ts'
import { warmEngine } from '../../warm-engine.ts'

const SIZE = { width: 200, height: 150 }
/** How far beyond the mask what is left of an object is taken out, in pixels of such a picture. */
const REACH = 5
const VASE = '<path d="M85 118 L80 65 Q100 55 120 65 L115 118Z" fill="#fff"/>'

function maskImage(marks: string, background = '#000'): Sharp {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">` +
    `<rect width="100%" height="100%" fill="${background}"/>${marks}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

let engine: Engine
let src: Buffer
let picture: Picture
let mask: Mask
beforeAll(async () => {
  engine = warmEngine()
  src = await drawScene('studio', SIZE.width)
  picture = await decodePicture(src)
  const grey = await maskImage(VASE).toColourspace('b-w').raw().toBuffer()
  mask = { ...SIZE, data: new Uint8Array(grey) }
})
afterAll(() => engine?.close())

async function perform(prompt: string, msk: Uint8Array): Promise<Picture> {
  const params = { prompt }
  const { output } = await engine.perform({
    feature: 'obj-replace',
    stage: 'effect',
    params,
    files: { src, msk },
  })
  return await decodePicture(output!.bytes)
}

function labAt({ width, data }: Picture, x: number, y: number) {
  const i = 4 * (y * width + x)
  return srgbToLab(data[i]!, data[i + 1]!, data[i + 2]!)
}

function expectUntouchedOutside(result: Picture, { data }: Mask): void {
  const changed = result.data.filter((level, c) => data[c >> 2] === 0 && level !== picture.data[c])
  expect(changed).toHaveLength(0)
}

it('takes the vase out and continues the ground', async () => {
  const result = await perform('remove', await maskImage(VASE).png().toBuffer())
  for (const [x, y] of [
    [100, 70],
    [95, 95],
    [105, 110],
  ] as const) {
    const [was, ground, is] = [picture, picture, result].map((own, n) =>
      labAt(own, n === 1 ? 60 : x, y),
    )
    expect(was!.a).toBeGreaterThan(30)
    expect(Math.abs(is!.a)).toBeLessThan(8)
    expect(Math.abs(is!.l - ground!.l)).toBeLessThan(14)
  }
  // Its shadow on the ground goes too.
  const around = growMask(mask.data, mask, REACH)
  const isBelow = (at: number): boolean => at >= 108 * SIZE.width
  expectUntouchedOutside(result, { ...mask, data: around.map((is, at) => (isBelow(at) ? 1 : is)) })
})

it('says of a large hole that it is one, and of a small one nothing', async () => {
  const noteOf = async (marks: string): Promise<unknown> => {
    const msk = await maskImage(marks).png().toBuffer()
    const files = { src, msk }
    const params = { prompt: 'remove' }
    const asked = { feature: 'obj-replace', stage: 'effect' as const, params, files }
    return (await engine.perform(asked)).results['note']
  }
  const large = '<rect x="50" y="35" width="100" height="80" fill="#fff"/>'
  // It goes through the shadow on the ground, so that its pieces need not fit either.
  expect(await noteOf(large)).toMatch(/What was taken out is (2[6-9]|3\d) % of the picture/)
  expect(await noteOf('<rect x="20" y="20" width="20" height="16" fill="#fff"/>')).toBeUndefined()
})

it.each([
  ['exact', 0],
  ['two pixels too small', -4],
  ['generous', 8],
])('leaves no rim of the vase by a mask that is %s', async (_, wider) => {
  const stroke = wider < 0 ? '#000' : '#fff'
  const marks = VASE.replace('/>', ` stroke="${stroke}" stroke-width="${Math.abs(wider)}"/>`)
  const result = await perform('remove', await maskImage(marks).png().toBuffer())
  let reddest = 0
  for (let y = 45; y < 125; y++) {
    for (let x = 70; x < 130; x++) reddest = Math.max(reddest, labAt(result, x, y).a)
  }
  expect(reddest).toBeLessThan(8)
})

it('leaves no strip of the old colour beside a mask that is drawn within the thing', async () => {
  // By eleven pixels on one side: more than what light and lenses spread.
  const narrow = VASE.replace('L115 118', 'L104 118').replace('120 65', '109 63')
  const result = await perform('white', await maskImage(narrow).png().toBuffer())
  let reddest = 0
  for (let y = 70; y < 112; y++) {
    for (let x = 75; x < 128; x++) reddest = Math.max(reddest, labAt(result, x, y).a)
  }
  expect(labAt(picture, 114, 90).a).toBeGreaterThan(30)
  expect(reddest).toBeLessThan(20)
})

test.each([
  ['green', [47, 143, 74]],
  ['white', [242, 241, 238]],
  ['black', [28, 28, 30]],
] as const)('gives it the colour %s', (_, rgb) => {
  const result = recolour(picture, mask, rgb)
  const wished = srgbToLab(rgb[0], rgb[1], rgb[2])
  const is = labAt(result, 100, 90)
  expect(Math.hypot(is.a - wished.a, is.b - wished.b)).toBeLessThan(14)
  // In the light of the scene, white is not quite white.
  expect(Math.abs(is.l - wished.l)).toBeLessThan(22)
  expectUntouchedOutside(result, mask)
})

it('keeps folds, and highlights in the colour of the light', () => {
  const data = new Uint8ClampedArray(picture.data)
  const paint = (x: number, rgb: readonly number[]): void => {
    for (let y = 70; y < 110; y++) data.set(rgb, 4 * (y * SIZE.width + x))
  }
  paint(92, [110, 36, 28])
  paint(108, [250, 244, 240])
  const result = recolour({ ...SIZE, data }, mask, [31, 95, 191])
  const surface = labAt(result, 100, 90)
  expect(labAt(result, 92, 90).l).toBeLessThan(surface.l - 8)
  const highlight = labAt(result, 108, 90)
  expect(Math.hypot(highlight.a, highlight.b)).toBeLessThan(12)
  expect(highlight.l).toBeGreaterThan(85)
})

it('shows a new surface in the colour of the light', () => {
  const lamp = { ...SIZE, data: new Uint8ClampedArray(picture.data) }
  for (let i = 0; i < lamp.data.length; i += 4) {
    lamp.data[i + 1]! *= 0.9
    lamp.data[i + 2]! *= 0.68
  }
  const warmth = (own: Picture): number => labAt(own, 100, 90).b
  const white = [242, 241, 238] as const
  expect(warmth(recolour(lamp, mask, white))).toBeGreaterThan(
    warmth(recolour(picture, mask, white)) + 6,
  )
  const [lit, plain] = [lamp, picture].map((own) => warmth(applyMaterial(own, mask, 'marble', 3)))
  expect(lit).toBeGreaterThan(plain! + 5)
})

test.each(MATERIALS)('gives it a surface of %s, lit as before', (material) => {
  const shaded = { ...SIZE, data: new Uint8ClampedArray(picture.data) }
  for (let i = 0; i < mask.data.length; i++) {
    // Light from the left.
    const light = 1.3 - 0.7 * (((i % SIZE.width) - 80) / 40)
    for (let c = 4 * i; c < 4 * i + 3; c++) if (mask.data[i]) shaded.data[c]! *= light
  }
  const result = applyMaterial(shaded, mask, material, 3)
  const mean = (from: number): number => {
    let sum = 0
    for (let y = 75; y < 110; y++)
      for (let x = from; x < from + 12; x++) sum += labAt(result, x, y).l
    return sum / (35 * 12)
  }
  expect(mean(86)).toBeGreaterThan(mean(104) + 4)
  const { a } = labAt(result, 100, 90)
  expect(a).toBeLessThan(labAt(picture, 100, 90).a - 12)
})

describe('masks', () => {
  const red = 'red'

  let grey: Promise<Picture> | undefined
  const byGrey = () => (grey ??= makeByGrey())
  const makeByGrey = async () =>
    await perform(red, await maskImage(VASE).toColourspace('b-w').png().toBuffer())

  const alpha = (): Sharp =>
    sharp({ create: { ...SIZE, channels: 4, background: '#fff0' } }).composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150">${VASE}</svg>`,
        ),
      },
    ])

  it.each([
    ['of 16 bits', () => maskImage(VASE).toColourspace('grey16').png()],
    ['with a palette', () => maskImage(VASE).png({ palette: true, colours: 256 })],
    ['with alpha', () => alpha().png()],
    ['in colour', () => maskImage(VASE).png()],
    ['as JPEG', () => maskImage(VASE).jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
  ])('%s mean the same as grey ones', async (_, image) => {
    const grey = await byGrey()
    const { data } = await perform(red, await image().toBuffer())
    const off = data.reduce((sum, level, i) => sum + Math.abs(level - grey.data[i]!), 0)
    expect(off / data.length).toBeLessThan(0.3)
  })

  it('keep their soft edges', async () => {
    const half = await maskImage(VASE.replace('#fff', '#808080')).png().toBuffer()
    const result = await perform(red, half)
    const all = await perform(red, await maskImage(VASE).png().toBuffer())
    const at = 4 * (90 * SIZE.width + 100)
    const [from, to] = [picture.data[at]!, all.data[at]!]
    expect(Math.abs(result.data[at]! - (from + to) / 2)).toBeLessThan(3)
  })

  it('of one pixel change it alone', async () => {
    const one = await maskImage('<rect x="100" y="90" width="1" height="1" fill="#fff"/>')
      .png()
      .toBuffer()
    const own = 90 * SIZE.width + 100
    for (const prompt of ['remove', 'blue', 'wood']) {
      const { data } = await perform(prompt, one)
      const changed = new Set<number>()
      for (const [i, level] of data.entries()) if (level !== picture.data[i]) changed.add(i >> 2)
      // On an even surface a removed pixel comes back as it was.
      if (prompt === 'remove') changed.add(own)
      expect([...changed]).toEqual([own])
    }
  })

  it.each([
    ['black', maskImage(''), 'remove', /black everywhere/],
    ['white for a removal', maskImage('', '#fff'), 'remove', /nothing is left/],
    ['of another size', maskImage(VASE).resize(100, 150), red, /same size/],
    ['on its side', maskImage(VASE).rotate(90), red, /150 × 200 .* 200 × 150/],
  ])('%s are refused', async (_, image, prompt, message) => {
    const msk = await image.png().toBuffer()
    await expect(perform(prompt, msk)).rejects.toMatchObject({
      name: 'Fault',
      role: 'msk',
      message: expect.stringMatching(message),
    })
  })

  it('that are white everywhere recolour everything', async () => {
    const result = await perform(red, await maskImage('', '#fff').png().toBuffer())
    expect(labAt(result, 5, 5).a).toBeGreaterThan(20)
  })

  it('that are no pictures are refused as masks', async () => {
    await expect(perform(red, Buffer.from('not a picture'))).rejects.toMatchObject({
      condition: 'unreadable',
      role: 'msk',
    })
  })
})

it('a prompt that only a generator could carry out is refused', async () => {
  const msk = await maskImage(VASE).png().toBuffer()
  await expect(perform('a vase of tulips', msk)).rejects.toMatchObject({
    condition: 'parameter',
    message: expect.stringContaining('generator'),
  })
})
