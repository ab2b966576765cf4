import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { NecklaceParameter } from '../../../../catalog/features/2d-vto-necklace.ts'
import { findNeck } from '../../../../engine/effects/2d-vto-necklace/find-neck.ts'
import { measureShoulders } from '../../../../engine/effects/2d-vto-necklace/measure-shoulders.ts'
import { wearNecklaces } from '../../../../engine/effects/2d-vto-necklace/necklace.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { findHeadRegions } from '../../../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { bust } from '../../../../samples/bust.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { wearerNumbered } from '../../../../samples/wearers.ts'
import { sampled } from '../../../setup/sampled.ts'
import { cutOut } from '../../jewellery/cut-out.ts'
import { changeBetween, sitFor } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'
import { MARGIN, medallion, PLACES, STANDARD, worn } from './wear-medallion.ts'

/** A picture with as much again of nothing on its right. */
function withWallBeside({ width, height, data }: Picture): Picture {
  const wide = new Uint8ClampedArray(8 * width * height)
  for (let y = 0; y < height; y++) {
    wide.set(data.subarray(4 * width * y, 4 * width * (y + 1)), 8 * width * y)
  }
  return { width: 2 * width, height, data: wide }
}

/** The width between the shoulders of the person in a picture, in widths of the face. */
async function shouldersIn(png: Buffer): Promise<number | undefined> {
  const [picture, vision] = [await decodePicture(png), await warmVision()]
  const [face] = await detectFaces(picture, vision)
  return measureShoulders(picture, face!, vision)
}

describe('where a necklace goes', () => {
  test.each(sampled(1, ['maren', 'amara'] as const))(
    '%s: to the edges of the neck, level',
    async (who) => {
      const seat = await sitFor(who, { face: 0.42 })
      const found = findNeck(seat.regions, seat.picture)
      const { neck, faceWidth } = seat.drawn.worn
      expect(Math.abs(found.width / neck.width - 1)).toBeLessThan(0.05)
      const middle = (found.left.x + found.right.x) / 2
      expect(Math.abs(middle - (neck.left.x + neck.right.x) / 2) / faceWidth).toBeLessThan(0.02)
      const wide = found.right.x - found.left.x
      expect(Math.abs(wide - (neck.left.x - neck.right.x)) / 2 / faceWidth).toBeLessThan(0.03)
      const angle = Math.atan2(found.right.y - found.left.y, wide)
      expect(Math.abs((angle * 180) / Math.PI)).toBeLessThan(4)
      // From one edge to the other, and the pendant below the middle.
      const { tip, left, right, bottom, pixels } = changeBetween(seat.picture, await worn(seat))
      expect(Math.abs(left - found.left.x)).toBeLessThan(0.06 * faceWidth)
      expect(Math.abs(right - found.right.x)).toBeLessThan(0.06 * faceWidth)
      expect(tip.y).toBeLessThan(bottom)
      const low = [...pixels].filter((at) => at / seat.picture.width > bottom - 6)
      const pendant = low.reduce((sum, at) => sum + (at % seat.picture.width), 0) / low.length
      expect(Math.abs(pendant - middle) / faceWidth).toBeLessThan(0.02)
    },
  )

  test.each(
    sampled(1, [
      [505, 'below a beard, whose shade covers one edge of the neck'],
      [910, 'where one side of the neck has the colours of the wall'],
      [914, 'between strands of hair as light as the neck'],
    ] as const),
  )('%i: %s', async (number, _) => {
    const { worn: truth, png } = await wearerNumbered(number)
    const picture = await decodePicture(png)
    const vision = await warmVision()
    const [face] = await detectFaces(picture, vision)
    const { left, right } = findNeck(await findHeadRegions(picture, face!, vision), picture)
    // Left and right of a neck are those of the picture.
    const off = [
      left.x - truth.neck.right.x,
      right.x - truth.neck.left.x,
      left.y - truth.neck.left.y,
    ]
    expect(Math.max(...off.map(Math.abs)) / truth.faceWidth).toBeLessThan(0.03)
  })

  test('to the pixels that are given, whichever comes first, from the ends that are given', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const narrow: typeof PLACES = [
      [200, 384],
      [280, 384],
    ]
    for (const places of [PLACES, narrow, [narrow[1], narrow[0]] as typeof PLACES]) {
      const out = await worn(seat, { necklace_wearing_location: places })
      const { left, right, top } = changeBetween(seat.picture, out)
      const [from, to] = places.toSorted((a, b) => a[0] - b[0])
      expect(Math.abs(left - from![0])).toBeLessThan(6)
      expect(Math.abs(right - to![0])).toBeLessThan(6)
      expect(Math.abs(top - from![1])).toBeLessThan(6)
    }
    // With the ends given halfway down the chain, it is twice as large above them.
    const { bottom } = changeBetween(
      seat.picture,
      await worn(seat, {
        necklace_wearing_location: PLACES,
        necklace_anchor_point: [
          [MARGIN + 24, MARGIN + 116],
          [MARGIN + 416, MARGIN + 116],
        ],
      }),
    )
    const plain = changeBetween(
      seat.picture,
      await worn(seat, { necklace_wearing_location: PLACES }),
    )
    expect(bottom).toBeLessThan(plain.bottom - 20)
  })
})

test('of several necklaces the last one lies on top', async () => {
  const seat = await sitFor('maren', { face: 0.42 })
  const pearls = await drawProduct(productNamed('pearls'), { scale: 1, margin: MARGIN }).then(
    cutOut,
  )
  const parameter = { ...STANDARD, necklace_wearing_location: PLACES }
  const on = (...products: Awaited<typeof medallion>[]): Picture =>
    wearNecklaces(
      seat,
      products.map((product, index) => ({ product, parameter, index })),
      () => 1,
    )
  const chain = await medallion
  const alone = [on(chain), on(pearls)] as const
  const [a, b] = alone.map((each) => changeBetween(seat.picture, each, 40).pixels)
  const both = [...a!].filter((at) => b!.has(at))
  expect(both.length).toBeGreaterThan(30)
  /** The mean difference where both lie, in levels. */
  const off = (p: Picture, q: Picture): number =>
    both.reduce((sum, at) => sum + Math.abs(p.data[4 * at]! - q.data[4 * at]!), 0) / both.length
  const [pearlsLast, chainLast] = [on(chain, pearls), on(pearls, chain)]
  expect(off(pearlsLast, alone[1])).toBeLessThan(0.4 * off(pearlsLast, alone[0]))
  expect(off(chainLast, alone[0])).toBeLessThan(0.4 * off(chainLast, alone[1]))
})

describe('light and shadow', () => {
  test('the photo’s light dims it by degrees, the shadow darkens the skin, the rest keeps its bytes', async () => {
    const bright = await sitFor('maren', { face: 0.42 })
    const data = bright.picture.data.map((level, i) => (i % 4 === 3 ? level : level * 0.5))
    const seat = { ...bright, picture: { ...bright.picture, data } }
    const sum = async (change: Partial<NecklaceParameter>): Promise<number> =>
      (await worn(seat, change)).data.reduce((total, level) => total + level, 0)
    const own = await sum({})
    for (const name of ['necklace_ambient_light_intensity', 'necklace_shadow_intensity'] as const) {
      const [some, full] = [await sum({ [name]: 0.5 }), await sum({ [name]: 1 })]
      expect(some, name).toBeLessThan(own - 200)
      expect(full, name).toBeLessThan(some - 200)
    }
    const out = await worn(seat, { necklace_shadow_intensity: 1 })
    expect(changeBetween(seat.picture, out, 0).top).toBeGreaterThan(200)
  })
})

describe('who can wear one', () => {
  test('not a turned head, a narrow neck, a covered neck', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const turned = { ...seat, face: { ...seat.face, pose: { ...seat.face.pose, yaw: -27 } } }
    await expect(worn(turned)).rejects.toThrow(/turned by 27 degrees; at most 20/)
    const far = { ...seat, picture: withWallBeside(seat.picture) }
    await expect(worn(far)).rejects.toThrow(/at least 15 %/)
    const none = { ...seat.regions, skin: new Float32Array(seat.regions.skin.length) }
    expect(() => findNeck(none, seat.picture)).toThrow(/neck does not show/)
  })

  test('not where all that shows is the narrowing opening of a collar below a beard', async () => {
    const { regions, picture } = await sitFor('maren', { face: 0.42 })
    const { grid } = regions
    const chin = grid.points[FACE.chin]!
    const opening = regions.skin.map((share, at) => {
      const [x, y] = [(at % grid.width) - chin.x, Math.floor(at / grid.width) - chin.y]
      const down = y / grid.faceWidth
      if (down < 0.03) return share
      return down > 0.18 && Math.abs(x) < (0.42 - 0.6 * down) * grid.faceWidth ? share : 0
    })
    const cloth = regions.cloth.map((share, at) => (opening[at] === regions.skin[at] ? share : 1))
    expect(() => findNeck({ ...regions, skin: opening, cloth }, picture)).toThrow(
      /neck does not show/,
    )
  })

  test('also where a hoop beside the neck has the colours of skin', async () => {
    const { regions, picture } = await sitFor('maren', { face: 0.42 })
    const { grid } = regions
    const chin = grid.points[FACE.chin]!
    const isNeck = (x: number, y: number): boolean => {
      const [aside, down] = [(x - chin.x) / grid.faceWidth, (y - chin.y) / grid.faceWidth]
      const isHoop = down > 0.11 && down < 0.14 && aside > 0 && aside < 0.5
      return Math.abs(aside) < 0.36 || isHoop
    }
    const skin = regions.skin.map((_, at) =>
      isNeck(at % grid.width, Math.floor(at / grid.width)) ? 1 : 0,
    )
    const none = new Float32Array(skin.length)
    const data = picture.data.map((_, i) => {
      const [x, y] = [(i >> 2) % picture.width, Math.floor((i >> 2) / picture.width)]
      const [u, v] = [x - grid.area.left, y - grid.area.top].map((by) => by / grid.scale)
      return i % 4 === 3 ? 255 : isNeck(u!, v!) ? 190 : 40
    })
    const dressed = { ...regions, skin, person: skin, hair: none, cloth: none }
    const { width } = findNeck(dressed, { ...picture, data })
    expect(Math.abs(width / (0.72 * grid.faceWidth * grid.scale) - 1)).toBeLessThan(0.05)
  })

  test('also where the sides of the neck are told from nothing: its front shows', async () => {
    const { regions, picture, face } = await sitFor('maren', { face: 0.42 })
    const known = findNeck(regions, picture)
    const { grid } = regions
    const chin = grid.points[FACE.chin]!
    const wide = regions.skin.map((share, at) => (at > chin.y * grid.width ? 1 : share))
    const none = new Float32Array(wide.length)
    const likely = findNeck({ ...regions, skin: wide, hair: none, cloth: none }, picture)
    const width = face.box.width
    expect(Math.abs(likely.width - known.width) / width).toBeLessThan(0.2)
    expect(Math.abs(likely.left.x - known.left.x) / width).toBeLessThan(0.12)
  })

  test('not a neck of which one side is taken for cloth, as in strong sun and shade', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const { grid } = seat.regions
    const chin = grid.points[FACE.chin]!
    const shadeOn = (sides: readonly number[]) => {
      const isShaded = (at: number): boolean => {
        const x = ((at % grid.width) - chin.x) / grid.faceWidth
        return at > chin.y * grid.width && Math.abs(x) > 0.17 && sides.includes(Math.sign(x))
      }
      const cloth = seat.regions.cloth.map((share, at) => (isShaded(at) ? 1 : share))
      const skin = seat.regions.skin.map((share, at) => (isShaded(at) ? 0 : share))
      return { ...seat, regions: { ...seat.regions, cloth, skin } }
    }
    const given = { necklace_wearing_location: PLACES }
    await expect(worn(shadeOn([-1]), given)).rejects.toThrow(/more of the necklace on one side/)
    await expect(worn(shadeOn([1]), given)).rejects.toThrow(/more of the necklace on one side/)
    await expect(worn(shadeOn([-1, 1]), given)).resolves.toBeDefined()
    await expect(worn(shadeOn([]), given)).resolves.toBeDefined()
  })

  test('not a body that is turned to the side, except at places that are given', async () => {
    const facing = await bust('maren', { width: 480, height: 540, face: 0.15 })
    expect(await shouldersIn(facing.png)).toBeGreaterThan(1.7)
    // Below the neck half as wide, as a turned body is.
    const top = Math.round(facing.worn.neck.left.y) + 2
    const height = 540 - top
    const chest = sharp(facing.png).extract({ left: 0, top, width: 480, height })
    const beside = { channels: 3, background: '#9fb0a6' } as const
    const turned = sharp(facing.png).composite([
      { input: { create: { width: 480, height, ...beside } }, left: 0, top },
      { input: await chest.resize(240, height, { fit: 'fill' }).toBuffer(), left: 120, top },
    ])
    const shoulders = await shouldersIn(await turned.png().toBuffer())
    expect(shoulders).toBeLessThan(1.1)
    const seat = { ...(await sitFor('maren', { face: 0.42 })), shoulders }
    const refusal = { condition: 'pose', message: expect.stringMatching(/both shoulders face/) }
    await expect(worn(seat)).rejects.toMatchObject(refusal)
    expect(
      changeBetween(seat.picture, await worn(seat, { necklace_wearing_location: PLACES })).count,
    ).toBeGreaterThan(100)
  })

  test('a parameter that names places outside the picture, or one place twice', async () => {
    const seat = await sitFor('maren', { face: 0.42 })
    const outside = worn(seat, {
      necklace_wearing_location: [
        [1, 1],
        [4000, 1],
      ],
    })
    await expect(outside).rejects.toMatchObject({ condition: 'parameter' })
    const twice = worn(seat, {
      necklace_anchor_point: [
        [9, 9],
        [9, 9],
      ],
    })
    await expect(twice).rejects.toMatchObject({ condition: 'parameter' })
  })
})
