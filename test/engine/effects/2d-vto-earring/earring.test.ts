import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { EarringParameter } from '../../../../catalog/features/2d-vto-earring.ts'
import { wearEarrings } from '../../../../engine/effects/2d-vto-earring/earring.ts'
import { earringsOf } from '../../../../engine/effects/2d-vto-earring/earring-shape.ts'
import { requireWearer } from '../../../../engine/jewellery/require-wearer.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { readProduct } from '../../../../engine/product/read-product.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { crop } from '../../../../engine/raster/pixels/crop.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { drawPair, drawProduct } from '../../../../samples/draw-product.ts'
import { sampled } from '../../../setup/sampled.ts'
import { cutOut } from '../../jewellery/cut-out.ts'
import { changeBetween, sitFor } from '../../jewellery/sit-for.ts'
import { photo, products, STANDARD, worn } from './wear-drawn-earring.ts'

describe('where an earring goes', () => {
  test.each(
    sampled(1, [
      ['maren', 0],
      ['kofi', -4],
      ['maren', 8],
    ] as const),
  )('%s with the head tilted by %i degrees: to both lobes, hanging down', async (who, tilt) => {
    const seat = await sitFor(who, { tilt })
    const { lobes, faceWidth, iris } = seat.drawn.worn
    for (const side of ['right', 'left'] as const) {
      const own = { earring_is_right_ear: side === 'right' }
      const stud = changeBetween(seat.picture, await worn(seat, 'stud', own))
      const off = Math.hypot(stud.centre.x - lobes[side].x, stud.centre.y - lobes[side].y)
      expect(off / faceWidth).toBeLessThan(0.02)
      const scaled = { ...own, earring_scale: 4 }
      const drop = changeBetween(seat.picture, await worn(seat, 'drop', scaled))
      expect(Math.abs(drop.angle)).toBeLessThan(4)
      // The mesh finds drawn irises up to a tenth too small.
      expect((drop.bottom - drop.top) / ((4 / 1.17) * iris)).toBeGreaterThan(0.86)
      expect((drop.bottom - drop.top) / ((4 / 1.17) * iris)).toBeLessThan(1.06)
    }
  })

  test('to the pixel that is given, by the pixel that is given', async () => {
    const seat = await sitFor('maren')
    const given = { earring_wearing_location: [150, 300] as [number, number] }
    const found = changeBetween(seat.picture, await worn(seat, 'stud', given))
    expect(Math.hypot(found.centre.x - 150.5, found.centre.y - 300.5)).toBeLessThan(1)
    // The lower right corner of the stud's picture, 120 units wide with a margin of 40, lies on the given pixel.
    for (const anchor of [[[144, 144]], [144, 144]] as const) {
      const moved = { ...given, earring_anchor_point: anchor as unknown as [[number, number]] }
      const { right, bottom } = changeBetween(seat.picture, await worn(seat, 'stud', moved))
      expect(Math.hypot(right - 150.5, bottom - 300.5)).toBeLessThan(2.5)
    }
    const outside = worn(seat, 'stud', { earring_wearing_location: [4000, 3] })
    await expect(outside).rejects.toMatchObject({ condition: 'parameter' })
  })

  test('a size in centimetres changes its height in proportion', async () => {
    const seat = await sitFor('maren')
    const high = async (centimetres: number): Promise<number> => {
      const out = await worn(seat, 'hoop', { earring_scale: centimetres })
      const { top, bottom } = changeBetween(seat.picture, out)
      return bottom - top
    }
    expect((await high(6)) / (await high(3))).toBeCloseTo(2, 0.9)
  })

  test.each([
    ['stud', 0.8],
    ['drop', 3.6],
    ['hoop', 3],
  ] as const)('a %s without a size is %f cm high', async (name, centimetres) => {
    const seat = await sitFor('maren')
    const change = { earring_occluded_type: 2 } as const
    const high = async (own: Partial<EarringParameter>): Promise<number> => {
      const { top, bottom } = changeBetween(seat.picture, await worn(seat, name, own))
      return bottom - top
    }
    const usual = await high(change)
    expect(usual).toBe(await high({ ...change, earring_scale: centimetres }))
    expect(usual).toBeLessThan(await high({ ...change, earring_scale: 1.3 * centimetres }))
  })
})

test('several products are worn each as its own parameters say', async () => {
  const seat = await sitFor('maren')
  const items = await Promise.all(
    (['right', 'left'] as const).map(async (side, index) => ({
      product: await products[index === 0 ? 'stud' : 'drop'],
      parameter: { ...STANDARD, earring_is_right_ear: side === 'right' },
      index,
    })),
  )
  const both = changeBetween(seat.picture, wearEarrings(seat, items, () => 1).picture).pixels
  const stud = changeBetween(seat.picture, await worn(seat, 'stud')).pixels
  const drop = changeBetween(
    seat.picture,
    await worn(seat, 'drop', { earring_is_right_ear: false }),
  ).pixels
  expect(both).toEqual(new Set([...stud, ...drop]))
})

describe('a pair', () => {
  test('is worn on both ears, one the mirror image of the other, whatever the parameters say', async () => {
    const seat = await sitFor('maren')
    const pair = await cutOut(drawPair(productNamed('drop'), photo))
    expect(earringsOf(pair).isPair).toBe(true)
    const usual = {
      ...STANDARD,
      earring_shadow_intensity: 0.15,
      earring_ambient_light_intensity: 1,
    }
    const given = sampled(3, [
      { earring_scale: 50 },
      { earring_is_right_ear: false },
      { earring_anchor_point: [[1, 1]] },
      { earring_wearing_location: [9, 9] },
      { earring_occluded_type: 1 },
      { earring_shadow_intensity: 0.9 },
      { earring_ambient_light_intensity: 0.1 },
    ] as Partial<EarringParameter>[])
    const [out, ...others] = [{}, ...given].map((change) => {
      const item = { product: pair, parameter: { ...usual, ...change }, index: 0 }
      return wearEarrings(seat, [item], () => 1).picture
    })
    for (const [n, other] of others.entries()) {
      expect(changeBetween(out!, other, 0).count, JSON.stringify(given[n])).toBe(0)
    }
    const { pixels, left, right } = changeBetween(seat.picture, out!)
    const { lobes } = seat.drawn.worn
    expect(Math.abs(left - lobes.right.x)).toBeLessThan(20)
    expect(Math.abs(right - lobes.left.x)).toBeLessThan(20)
    const middle = (lobes.left.x + lobes.right.x) / 2
    const onRight = [...pixels].filter((at) => at % seat.picture.width < middle).length
    expect(onRight / pixels.size).toBeGreaterThan(0.35)
    expect(onRight / pixels.size).toBeLessThan(0.65)
  })

  test('has no slivers at an ear where too little of it shows', async () => {
    const seat = await sitFor('maren')
    const pair = await cutOut(drawPair(productNamed('drop'), photo))
    const item = { product: pair, parameter: STANDARD, index: 0 }
    const { lobes } = seat.drawn.worn
    const middle = (lobes.left.x + lobes.right.x) / 2
    const wear = (onLeft: number) => wearEarrings(seat, [item], (x) => (x < middle ? 1 : onLeft))
    const changed = (onLeft: number) => {
      const { pixels } = changeBetween(seat.picture, wear(onLeft).picture, 0)
      return [...pixels].filter((at) => at % seat.picture.width > middle).length
    }
    expect(wear(0.11).note).toContain('The left ear wears no earring of the pair')
    expect(changed(0.11)).toBe(0)
    expect(changed(0.13)).toBeGreaterThan(100)
  })

  test('is worn on the ear that is in the picture, and alone outside it is refused', async () => {
    const seat = await sitFor('maren')
    const { lobes } = seat.drawn.worn
    const { product, parameter } = { product: await products.drop, parameter: STANDARD }
    const pair = await cutOut(drawPair(productNamed('drop'), photo))
    // The photo begins on the right of the person's right ear.
    const left = Math.round(lobes.right.x) + 30
    const { width, height } = seat.picture
    const picture = crop(seat.picture, { left, top: 0, width: width - left, height })
    const landmarks = seat.face.landmarks.map((point) => ({ ...point, x: point.x - left }))
    const { grid } = seat.regions
    const area = { ...grid.area, left: grid.area.left - left }
    const cut = {
      picture,
      face: { ...seat.face, landmarks, box: { ...seat.face.box, left: seat.face.box.left - left } },
      regions: { ...seat.regions, grid: { ...grid, area } },
    }
    const both = wearEarrings(cut, [{ product: pair, parameter: STANDARD, index: 0 }], () => 1)
    expect(both.note).toContain('The right ear wears no earring of the pair: it lies outside')
    const right = { ...parameter, earring_is_right_ear: true }
    const wear = () => wearEarrings(cut, [{ product, parameter: right, index: 0 }], () => 1)
    expect(wear).toThrow(/right ear lies outside the picture/)
  })

  test('of which one ear shows nothing and the other a little is refused', async () => {
    const seat = await sitFor('maren')
    const pair = await cutOut(drawPair(productNamed('drop'), photo))
    const item = { product: pair, parameter: STANDARD, index: 0 }
    const { lobes } = seat.drawn.worn
    const middle = (lobes.left.x + lobes.right.x) / 2
    const wear = (onRight: number) => () =>
      wearEarrings(seat, [item], (x) => (x < middle ? onRight : 0))
    expect(wear(0.5)).toThrow(/an earring on it would not show/)
    expect(wear(0.7)).not.toThrow()
  })
})

test('a reference in which both ears wear one, with a mask, is a pair whatever the parameters say', async () => {
  const seat = await sitFor('maren')
  const { lobes } = seat.drawn.worn
  const drop = await sharp(
    await drawProduct(productNamed('drop'), { scale: 0.2, margin: 0, ground: 'transparent' }),
  ).toBuffer()
  const both = [lobes.right, lobes.left].map(({ x, y }) => ({
    input: drop,
    left: Math.round(x - 13),
    top: Math.round(y - 3),
  }))
  const size = { width: seat.picture.width, height: seat.picture.height }
  const worn = await sharp(seat.drawn.png).composite(both).png().toBuffer()
  const white = await sharp(drop).linear([0, 0, 0, 1], [255, 255, 255, 0]).png().toBuffer()
  const mask = await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite(both.map((each) => ({ ...each, input: white })))
    .png()
    .toBuffer()
  const product = readProduct(await decodePicture(worn), {
    mask: await decodePicture(mask),
    removeBackground: true,
    index: 0,
  })
  expect(earringsOf(product).isPair).toBe(true)
  const on = await sitFor('kofi')
  const parameter = { ...STANDARD, earring_scale: 50, earring_is_right_ear: false }
  const { left, right, top, bottom } = changeBetween(
    on.picture,
    wearEarrings(on, [{ product, parameter, index: 0 }], () => 1).picture,
  )
  expect(Math.abs(left - on.drawn.worn.lobes.right.x)).toBeLessThan(20)
  expect(Math.abs(right - on.drawn.worn.lobes.left.x)).toBeLessThan(20)
  expect(bottom - top).toBeLessThan(0.5 * on.drawn.worn.faceWidth)
})

describe('what hides an earring', () => {
  test('long hair hides it unless it is said to be in front', async () => {
    const seat = await sitFor('amara')
    await expect(worn(seat, 'drop')).rejects.toMatchObject({ condition: 'hidden-face' })
    await expect(worn(seat, 'drop', { earring_occluded_type: 1 })).rejects.toThrow(
      'right ear is hidden',
    )
    const inFront = changeBetween(
      seat.picture,
      await worn(seat, 'drop', { earring_occluded_type: 2 }),
    )
    expect(inFront.count).toBeGreaterThan(150)
  })

  test('hair beside an ear that shows hides it where it is said to', async () => {
    const seat = await sitFor('maren')
    const hair = await seat.drawn.hair
    const { width, height } = seat.picture
    const x = Math.round((seat.drawn.worn.lobes.left.x + seat.drawn.worn.lobes.right.x) / 2)
    const rows = Array.from({ length: height }, (_, y) => y).filter(
      (y) => hair[y * width + x]! > 200,
    )
    const place = { earring_wearing_location: [x, rows[rows.length >> 1]!] as [number, number] }
    expect(changeBetween(seat.picture, await worn(seat, 'stud', place)).count).toBeGreaterThan(20)
    const hidden = worn(seat, 'stud', { ...place, earring_occluded_type: 1 })
    await expect(hidden).rejects.toMatchObject({ condition: 'hidden-face' })
  })

  test('hidden parts are those behind the hair', async () => {
    const seat = await sitFor('amara')
    const hair = await seat.drawn.hair
    const { x, y } = seat.drawn.worn.lobes.left
    const place: [number, number] = [Math.round(x + 44), Math.round(y)]
    const at = { earring_wearing_location: place, earring_scale: 7 }
    const left = { ...at, earring_is_right_ear: false }
    const all = await worn(seat, 'drop', { ...left, earring_occluded_type: 2 })
    const part = await worn(seat, 'drop', { ...left, earring_occluded_type: 1 })
    const solid = [...changeBetween(seat.picture, all, 24).pixels]
    const changeAt = (picture: Picture, pixel: number): number =>
      [0, 1, 2].reduce(
        (sum, c) =>
          sum + Math.abs(picture.data[pixel * 4 + c]! - seat.picture.data[pixel * 4 + c]!),
        0,
      )
    const hidden = solid.filter((pixel) => changeAt(part, pixel) < 0.5 * changeAt(all, pixel))
    const truth = new Set(solid.filter((pixel) => hair[pixel]! >= 128))
    const both = hidden.filter((pixel) => truth.has(pixel)).length
    expect(truth.size).toBeGreaterThan(150)
    expect(both / (hidden.length + truth.size - both)).toBeGreaterThan(0.9)
  })

  test('the head hides the far ear, and a mask of the source what it leaves black', async () => {
    const seat = await sitFor('maren')
    const turned = { ...seat, face: { ...seat.face, pose: { ...seat.face.pose, yaw: -35 } } }
    await expect(worn(turned, 'stud')).rejects.toThrow(/turned away from the right ear/)
    const inFront = await worn(turned, 'stud', { earring_occluded_type: 2 })
    expect(changeBetween(seat.picture, inFront).count).toBeGreaterThan(20)
    const masked = worn(seat, 'drop', {}, () => 0)
    await expect(masked).rejects.toMatchObject({ condition: 'hidden-face' })
  })
})

describe('light and shadow', () => {
  test('the photo’s light dims the earring by degrees, the shadow darkens the skin beside it', async () => {
    const bright = await sitFor('kofi')
    const dim = bright.picture.data.map((level, i) => (i % 4 === 3 ? level : level * 0.5))
    const seat = { ...bright, picture: { ...bright.picture, data: dim } }
    const sum = async (change: Partial<EarringParameter>): Promise<number> => {
      const { data } = await worn(seat, 'stud', { earring_scale: 2, ...change })
      return data.reduce((total, level) => total + level, 0)
    }
    const own = await sum({})
    for (const name of ['earring_ambient_light_intensity', 'earring_shadow_intensity'] as const) {
      const [some, full] = [await sum({ [name]: 0.5 }), await sum({ [name]: 1 })]
      expect(some, name).toBeLessThan(own - 200)
      expect(full, name).toBeLessThan(some - 200)
    }
    // Without the photo's light the middle of the stud is as bright on the dim photo as on the bright one.
    const large = { earring_scale: 2 }
    const { centre } = changeBetween(bright.picture, await worn(bright, 'stud', large))
    const at = 4 * (Math.floor(centre.y) * bright.picture.width + Math.floor(centre.x))
    const [onBright, onDim] = [await worn(bright, 'stud', large), await worn(seat, 'stud', large)]
    expect(Math.abs(onBright.data[at]! - onDim.data[at]!)).toBeLessThan(4)
  })

  test('pixels away from the earring keep their bytes', async () => {
    const seat = await sitFor('maren')
    const out = await worn(seat, 'drop', { earring_shadow_intensity: 1 })
    const { left, right, top, bottom } = changeBetween(seat.picture, out, 0)
    expect(right - left).toBeLessThan(60)
    expect(bottom - top).toBeLessThan(120)
  })
})

describe('who can wear one', () => {
  test('nobody, a face too small, a head turned too far', async () => {
    const { face } = await sitFor('maren')
    const faults = (faces: Face[]) => () => requireWearer(faces)
    expect(faults([])).toThrow(expect.objectContaining({ condition: 'target' }))
    const far = {
      ...face,
      landmarks: face.landmarks.map((p) => ({ ...p, x: p.x / 5, y: p.y / 5 })),
    }
    expect(faults([far])).toThrow(expect.objectContaining({ condition: 'small-face' }))
    const turned = { ...face, pose: { ...face.pose, yaw: 80 } }
    expect(faults([turned])).toThrow(expect.objectContaining({ condition: 'turned-face' }))
  })
})
