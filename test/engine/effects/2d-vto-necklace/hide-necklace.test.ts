import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hideNecklace } from '../../../../engine/effects/2d-vto-necklace/hide-necklace.ts'
import { wearNecklaces } from '../../../../engine/effects/2d-vto-necklace/necklace.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { crop } from '../../../../engine/raster/pixels/crop.ts'
import { findHeadRegions } from '../../../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import type { Hand } from '../../../../engine/vision/hands/hand.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { bust } from '../../../../samples/bust.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { coveredNumbered } from '../../../../samples/wearers.ts'
import { measureCovered } from '../../../bench/hidden-jewellery.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { cutOut } from '../../jewellery/cut-out.ts'
import { changeBetween, sitFor } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'
import { PLACES, STANDARD, worn } from './wear-medallion.ts'

describe('what hides a necklace', () => {
  test('a mask of the source, and what is beside the person', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const hidden = worn(seat, {}, () => 0)
    await expect(hidden).rejects.toMatchObject({ condition: 'pose' })
    const onWall = worn(seat, {
      necklace_wearing_location: [
        [5, 20],
        [60, 20],
      ],
    })
    await expect(onWall).rejects.toMatchObject({ condition: 'pose' })
  })

  test('hair in front of it', async () => {
    const seat = await sitFor('amara', { face: 0.42 })
    const hair = await seat.drawn.hair
    const { left } = seat.drawn.worn.neck
    const place: typeof PLACES = [
      [Math.round(left.x - 30), Math.round(left.y - 40)],
      [Math.round(left.x + 60), Math.round(left.y - 40)],
    ]
    const out = await worn(seat, { necklace_wearing_location: place })
    const { pixels } = changeBetween(seat.picture, out, 40)
    const overHair = [...pixels].filter((at) => hair[at]! > 200).length
    expect(overHair / pixels.size).toBeLessThan(0.1)
  })

  test('a collar down to where the chain comes out of it, not the pendant', async () => {
    const drawn = await coveredNumbered(4)
    const [picture, vision] = [await decodePicture(drawn.png), await warmVision()]
    const [face] = await detectFaces(picture, vision)
    const regions = await findHeadRegions(picture, face!, vision)
    const out = await worn({ picture, face: face!, regions, drawn })
    const { pixels, tip, bottom } = changeBetween(picture, out, 40)
    const { width } = picture
    const cloth = await drawn.cloth
    const onCloth = [...pixels].filter((at) => cloth[at]! > 200)
    const faceWidth = drawn.worn.faceWidth
    // The lower end of the pendant hangs over the neckline.
    const low = onCloth.filter((at) => at / width > bottom - 0.1 * faceWidth)
    expect(low.length).toBeGreaterThan(50)
    const high = onCloth.filter((at) => at / width < bottom - 0.35 * faceWidth)
    expect(high.length / pixels.size).toBeLessThan(0.05)
    expect(tip.y).toBeLessThan(bottom)
  })

  test.each([
    ['no pendant that is as broad as half of the way between the ends of its chain', 80, 0, 0],
    ['a pendant of which hair hides the chain', 80, 1, 1],
    ['the sides of a fringe that begins above a shirt', 74, 1, 0],
  ] as const)('%s', (_, from, hidden, covered) => {
    const [width, height] = [100, 92]
    const data = new Float32Array(4 * width * height)
    const fill = (x: number, y: number): void => {
      data[4 * (y * width + x) + 3] = 1
    }
    for (let y = 0; y < 80; y++) {
      for (const x of [y * 0.6, 97 - y * 0.6])
        for (let by = 0; by < 3; by++) fill(Math.floor(x) + by, y)
    }
    for (let y = from; y < 92; y++) for (let x = 25; x < 75; x++) fill(x, y)
    const placed = {
      product: { data, width, height } as never,
      box: { left: 0, top: 0, width, height },
      place: (x: number, y: number) => ({ x, y }),
    }
    const plane = (of: (x: number, y: number) => number) =>
      Float32Array.from({ length: width * height }, (_, at) =>
        of(at % width, Math.floor(at / width)),
      )
    // The chain lies on skin, a shirt begins above the pendant.
    const isCrease = (x: number, y: number): boolean => y > 39 && y < 43 && (x < 40 || x > 60)
    const skin = plane((x, y) => (y < 79 && !isCrease(x, y) ? 1 : 0))
    const area = { left: 0, top: 0, width, height }
    const points = Array.from({ length: 478 }, () => ({ x: 50, y: -20 }))
    const regions = {
      grid: { area, width, height, scale: 1, points, faceWidth: 60 },
      skin,
      cloth: plane((_, y) => (y < 79 ? 0 : 1)),
      hair: plane((_, y) => (y < 79 ? covered : 0)),
      person: plane(() => 1),
    } as never
    const ends = { left: { x: 1, y: 0 }, right: { x: 98, y: 0 }, isClosed: false }
    const face = { landmarks: points } as never
    const picture = { width, height, data: new Uint8ClampedArray(4 * width * height) }
    const hides = hideNecklace(placed, ends, { picture, face, regions })
    for (const x of [28, 72]) expect(hides(x, 88)).toBe(hidden)
    expect(hides(50, 88)).toBe(0)
    // A crease of the neck is no collar.
    expect(hides(25, 41)).toBe(covered)
  })

  test('a closed collar, under which it would go, unless its place is given', async () => {
    const seat = await sitFor('kofi', { face: 0.42 })
    await expect(worn(seat)).rejects.toThrow(/collar is closed above where the chain would lie/)
    await expect(worn(seat, { necklace_wearing_location: PLACES })).resolves.toBeDefined()
  })

  test('nothing hides a hand before the chest: it is refused, and a hand elsewhere is not', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const { left, right } = seat.drawn.worn.neck
    const x = (left.x + right.x) / 2
    const { faceWidth } = seat.drawn.worn
    const before = worn({ ...seat, hands: [handAt(x, left.y, faceWidth)] })
    await expect(before).rejects.toThrow(/^A hand or an arm is in front/)
    const beside = worn({ ...seat, hands: [handAt(x + 3 * faceWidth, left.y, faceWidth)] })
    await expect(beside).resolves.toBeDefined()
  })

  test('an end with nothing but skin beside it would hang in the air: it is refused', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const { grid, skin, cloth, hair } = seat.regions
    const chin = grid.points[FACE.chin]!
    const below = (plane: Float32Array, value: number) =>
      plane.map((share, at) => (at / grid.width > chin.y + 2 ? value : share))
    const bare = { ...seat.regions, skin: below(skin, 1), cloth: below(cloth, 0) }
    const inSkin = { ...bare, hair: below(hair, 0), person: below(seat.regions.person, 1) }
    await expect(worn({ ...seat, regions: inSkin })).rejects.toThrow(/hang in the air/)
  })

  test('no round neckline: a longer chain lies over its cloth', async () => {
    const look = { hairCut: 'bun', top: { cut: 'tee', colour: '#3f7f86' } } as const
    const drawn = await bust('henrik', { width: 480, height: 540, face: 0.36, look })
    const { left, right } = drawn.worn.neck
    const [from, to] = [Math.min(left.x, right.x), Math.max(left.x, right.x)]
    const [y, depth] = [left.y - 2, 0.5 * (to - from)]
    const wornWith = async (curve: string) => {
      const skin = `<path d="M${from} ${y}${curve}${to} ${y}Z" fill="#e0b293"/>`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="540">${skin}</svg>`
      const png = await sharp(drawn.png)
        .composite([{ input: Buffer.from(svg) }])
        .png()
        .toBuffer()
      const [picture, vision] = [await decodePicture(png), await warmVision()]
      const [face] = await detectFaces(picture, vision)
      const regions = await findHeadRegions(picture, face!, vision)
      return worn({ picture, face: face!, regions, drawn })
    }
    const low = y + depth * 1.33
    await expect(wornWith(`C${from} ${low} ${to} ${low} `)).resolves.toBeDefined()
    const pointed = wornWith(`L${(from + to) / 2} ${y + depth}L`)
    await expect(pointed).rejects.toThrow(/collar is closed above/)
  })

  test('a front below the picture is refused, unless its place is given: only ends would show', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const { neck, faceWidth } = seat.drawn.worn
    const cut = crop(seat.picture, {
      left: 0,
      top: 0,
      width: seat.picture.width,
      height: Math.round(neck.left.y + 0.3 * faceWidth),
    })
    const vision = await warmVision()
    const [face] = await detectFaces(cut, vision)
    const short = {
      ...seat,
      picture: cut,
      face: face!,
      regions: await findHeadRegions(cut, face!, vision),
    }
    await expect(worn(short)).rejects.toThrow(/^\d\d+ % of the necklace's front would hang below/)
    const given = worn(short, { necklace_wearing_location: PLACES })
    await expect(given).resolves.toBeDefined()
  })

  test('a front that is hidden in part is refused: it would be torn', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const { width } = seat.regions.grid
    const hair = seat.regions.hair.map((share, at) => (at % width > width / 2 ? 1 : share))
    const shaded = { ...seat, regions: { ...seat.regions, hair } }
    await expect(worn(shaded)).rejects.toThrow(/^\d\d % of the necklace's front would be hidden/)
  })

  const HAIR = [
    [510, 'linked', 'in bright light beyond a collar'],
    [512, 'pearls', 'whose outer strands have a dark neck’s colours'],
    [922, 'medallion', 'whose outer strands have a lit neck’s colours'],
  ] as const
  // In `npm test` locks lie before one, above.
  test.runIf(isEveryCaseTried()).each(HAIR)('%i, %s: hair %s', async (number, name) => {
    const { onHair, count } = await wornBehind(number, name)
    expect(count).toBeGreaterThan(100)
    expect(onHair).toBeLessThan(0.02 * count)
  })

  test.runIf(isEveryCaseTried())(
    'the inside of a collar, in whose shade cloth has nearly the skin’s colours',
    async () => {
      const measures = await measureCovered(924, await warmVision())
      expect(measures['linked inner IoU']).toBeGreaterThan(0.9)
      expect(measures['pearls inner IoU']).toBeGreaterThan(0.9)
    },
  )
})

/** A hand that points up, its wrist at a place. */
function handAt(x: number, y: number, breadth: number): Hand {
  const landmarks = Array.from({ length: 21 }, (_, n) => {
    const [finger, joint] = n === 0 ? [2, 0] : [Math.floor((n - 1) / 4), ((n - 1) % 4) + 1]
    return { x: x + (finger - 2) * 0.2 * breadth, y: y - joint * 0.3 * breadth, z: 0 }
  })
  const box = { left: x - breadth / 2, top: y - 2 * breadth, width: breadth, height: 2 * breadth }
  return { box, score: 1, side: 'left', sideScore: 1, landmarks }
}

/** How many pixels of a necklace show on somebody with locks, and how many of them lie over the hair. */
async function wornBehind(
  number: number,
  name: string,
): Promise<{ onHair: number; count: number }> {
  const { png, hair } = await coveredNumbered(number)
  const [picture, vision] = [await decodePicture(png), await warmVision()]
  const [face] = await detectFaces(picture, vision)
  const wearer = { picture, face: face!, regions: await findHeadRegions(picture, face!, vision) }
  const product = await drawProduct(productNamed(name)).then(cutOut)
  const out = wearNecklaces(wearer, [{ product, parameter: STANDARD, index: 0 }], () => 1)
  const { pixels } = changeBetween(picture, out, 120)
  const locks = await hair
  return { onHair: [...pixels].filter((at) => locks[at]! > 200).length, count: pixels.size }
}
