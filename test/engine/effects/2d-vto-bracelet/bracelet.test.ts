import { beforeAll, describe, expect, test } from 'vitest'
import type { BraceletParameter } from '../../../../catalog/features/2d-vto-bracelet.ts'
import { wearBracelets } from '../../../../engine/effects/2d-vto-bracelet/bracelet.ts'
import { findInnerEdges } from '../../../../engine/effects/2d-vto-bracelet/bracelet-shape.ts'
import { requireHand } from '../../../../engine/effects/2d-vto-bracelet/require-hand.ts'
import {
  requireBreadth,
  usualDistance,
} from '../../../../engine/effects/2d-vto-bracelet/require-wrist.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { findWrist } from '../../../../engine/hand/find-wrist.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Product } from '../../../../engine/product/product.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { detectHands } from '../../../../engine/vision/hands/detect-hands.ts'
import type { Hand } from '../../../../engine/vision/hands/hand.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { armNumbered } from '../../../../samples/wearers.ts'
import { type DrawnWrist, wrist } from '../../../../samples/wrist.ts'
import { sampled } from '../../../setup/sampled.ts'
import { cutOut } from '../../jewellery/cut-out.ts'
import { changeBetween } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'

const STANDARD: BraceletParameter = {
  bracelet_need_remove_background: true,
  bracelet_shadow_intensity: 0,
  bracelet_ambient_light_intensity: 0,
}

const MARGIN = 40

type Seat = { picture: Picture; hand: Hand; drawn: DrawnWrist }

async function seat(name: 'maren' | 'amara' | 'henrik'): Promise<Seat> {
  const drawn = await wrist(name, { width: 480, height: 540 })
  const picture = await decodePicture(drawn.png)
  return { picture, hand: requireHand(await detectHands(picture, await warmVision())), drawn }
}

function named(name: string): Promise<Product> {
  return cutOut(drawProduct(productNamed(name), { scale: 1, margin: MARGIN }))
}

let amara: Seat
let bangle: Product

beforeAll(async () => {
  amara = await seat('amara')
  bangle = await named('bangle')
})

function worn(
  change: Partial<BraceletParameter>[] = [{}],
  at: Omit<Seat, 'drawn'> = amara,
): Picture {
  const items = change.map((each) => ({
    product: bangle,
    parameter: { ...STANDARD, ...each },
    index: 0,
  }))
  return wearBracelets(at, items, () => 1)
}

/** The place of a change along the arm, in lengths of the hand. */
function along(picture: Picture): number {
  const { centre } = changeBetween(amara.picture, picture)
  const { joint, along: way, hand } = amara.drawn.worn
  return ((centre.x - joint.x) * way.x + (centre.y - joint.y) * way.y) / hand
}

describe('where a bracelet goes', () => {
  test.each(sampled(1, ['amara', 'maren', 'henrik'] as const))(
    '%s: around the wrist, across the arm',
    async (who) => {
      const { picture, hand, drawn } = who === 'amara' ? amara : await seat(who)
      const found = findWrist(picture, hand)
      const { joint, along: way, hand: length, width } = drawn.worn
      const [dx, dy] = [found.joint.x - joint.x, found.joint.y - joint.y]
      expect(Math.hypot(dx, dy) / length).toBeLessThan(0.03)
      const cosine = found.along.x * way.x + found.along.y * way.y
      expect((Math.acos(Math.min(1, cosine)) * 180) / Math.PI).toBeLessThan(4)
      const [low, high] = found.edgesAt(0.2 * found.breadth)
      expect(Math.abs((high - low) / width - 1)).toBeLessThan(0.06)
      const out = changeBetween(picture, worn([{}], { picture, hand }))
      // The band lies outside the arm on both sides, by its own thickness.
      expect((out.right - out.left) / width).toBeGreaterThan(1)
      expect((out.right - out.left) / width).toBeLessThan(1.35)
    },
  )

  test('beside the joint of an arm that hardly narrows there', async () => {
    const { worn: truth, png } = await armNumbered(506)
    const picture = await decodePicture(png)
    const { joint } = findWrist(
      picture,
      requireHand(await detectHands(picture, await warmVision())),
    )
    expect(Math.hypot(joint.x - truth.joint.x, joint.y - truth.joint.y) / truth.hand).toBeLessThan(
      0.02,
    )
  })

  test('beside the joint of an arm of which a sleeve cut aslant shows little', () => {
    const { picture, hand, drawn } = amara
    const { joint, along: way, hand: length } = drawn.worn
    const data = picture.data.slice()
    for (let at = 0; at < data.length / 4; at++) {
      const [x, y] = [(at % picture.width) - joint.x, Math.floor(at / picture.width) - joint.y]
      const beyond = x * way.x + y * way.y + 0.8 * (y * way.x - x * way.y)
      if (beyond > 0.05 * length) data.set([40, 60, 110], 4 * at)
    }
    const found = findWrist({ ...picture, data }, hand).joint
    expect(Math.hypot(found.x - joint.x, found.y - joint.y) / length).toBeLessThan(0.12)
  })

  test('the breadth of a hand that is seen from its side is that of its length', () => {
    const { picture, hand } = amara
    const flat = findWrist(picture, hand).breadth
    const [wrist, ...rest] = hand.landmarks as [Hand['landmarks'][0], ...Hand['landmarks'][0][]]
    const middle = hand.landmarks[9]!.x
    const landmarks = [wrist, ...rest.map((p) => ({ ...p, x: middle + 0.3 * (p.x - middle) }))]
    const { breadth } = findWrist(picture, { ...hand, landmarks })
    expect(breadth / flat).toBeGreaterThan(0.75)
    expect(breadth / flat).toBeLessThan(1)
  })

  test('the parameter moves it along the forearm, the usual place is beside the joint', () => {
    const at = (place: number): number => along(worn([{ bracelet_wearing_location: place }]))
    expect(at(-0.3)).toBeLessThan(at(0.1))
    expect(at(0.1)).toBeLessThan(at(0.5))
    const usual = along(worn())
    expect(usual).toBeGreaterThan(at(-0.3))
    expect(usual).toBeLessThan(at(0.3))
  })

  test('several are stacked towards the elbow, in their order', () => {
    const stacked = worn([{}, {}])
    const both = changeBetween(amara.picture, stacked)
    const one = changeBetween(amara.picture, worn())
    expect(both.count).toBeGreaterThan(1.6 * one.count)
    expect(both.top).toBeLessThan(one.top - 5)
    expect(Math.abs(both.bottom - one.bottom)).toBeLessThan(2)
    const told = worn([{}, { bracelet_wearing_location: 0.05 + 0.28 }])
    expect(changeBetween(stacked, told).count).toBe(0)
  })

  test('given edges make it wider or narrower, found ones are where they were drawn', async () => {
    for (const name of ['bangle', 'chain', 'beads']) {
      const art = productNamed(name)
      const product = await named(name)
      const { left, right } = findInnerEdges(product, 0)
      for (const [n, edge] of [left, right].entries()) {
        const off = Math.hypot(
          product.left + edge.x - MARGIN - art.anchors[n]!.x,
          product.top + edge.y - MARGIN - art.anchors[n]!.y,
        )
        expect(off / art.width, name).toBeLessThan(0.04)
      }
    }
    const given: BraceletParameter['bracelet_anchor_point'] = [
      [MARGIN + 125, MARGIN + 130],
      [MARGIN + 295, MARGIN + 130],
    ]
    const wide = changeBetween(amara.picture, worn([{ bracelet_anchor_point: given }]))
    const plain = changeBetween(amara.picture, worn())
    expect((wide.right - wide.left) / (plain.right - plain.left)).toBeGreaterThan(1.6)
    // They beat the edges that were found where the product picture shows a bracelet on an arm.
    const { left, right } = findInnerEdges(bangle, 0)
    const across = (parameter: BraceletParameter): number => {
      const front: [Point, Point] = [left, right]
      const item = { product: bangle, parameter, index: 0, front }
      const change = changeBetween(
        amara.picture,
        wearBracelets(amara, [item], () => 1),
      )
      return change.right - change.left
    }
    const chosen = across({ ...STANDARD, bracelet_anchor_point: given })
    expect(chosen / across(STANDARD)).toBeGreaterThan(1.6)
  })
})

test('the back is hidden behind the arm, the front is not', () => {
  const { pixels } = changeBetween(amara.picture, worn())
  const { width } = amara.picture
  const { joint } = amara.drawn.worn
  // In the arm's middle there is one band, not two.
  const middle = [...pixels].filter((at) => Math.abs((at % width) - joint.x + 5) < 6)
  const rows = [...new Set(middle.map((at) => Math.floor(at / width)))].sort((a, b) => a - b)
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.at(-1)! - rows[0]! + 1).toBeLessThan(rows.length + 2)
})

test('the photo’s light dims it by degrees, the shadow darkens the arm, a mask hides it', () => {
  const data = amara.picture.data.map((level, i) => (i % 4 === 3 ? level : level * 0.6))
  const dim = { ...amara, picture: { ...amara.picture, data } }
  const sum = (change: Partial<BraceletParameter>): number =>
    worn([change], dim).data.reduce((total, level) => total + level, 0)
  const own = sum({})
  for (const name of ['bracelet_ambient_light_intensity', 'bracelet_shadow_intensity'] as const) {
    const [some, full] = [sum({ [name]: 0.5 }), sum({ [name]: 1 })]
    expect(some, name).toBeLessThan(own - 150)
    expect(full, name).toBeLessThan(some - 150)
  }
  const item = { product: bangle, parameter: STANDARD, index: 0 }
  const { centre, right } = changeBetween(amara.picture, worn())
  const masked = wearBracelets(amara, [item], (x) => (x < centre.x ? 1 : 0))
  expect(changeBetween(amara.picture, masked, 0).right).toBeLessThan(centre.x + 1)
  expect(right).toBeGreaterThan(centre.x + 20)
  expect(() => wearBracelets(amara, [item], () => 0)).toThrow(/would not show/)
  // Its front is 0.62 of it, of which a mask of 0.081 leaves a twentieth.
  expect(() => wearBracelets(amara, [item], () => 0.079)).toThrow(/would not show/)
  expect(() => wearBracelets(amara, [item], () => 0.083)).not.toThrow()
})

describe('a wrist whose hand is 100 pixels broad', () => {
  const wristOf = (bare: number, wide = 1, narrow = 50) => {
    const edgesAt = (at: number): [number, number] =>
      at < -20 ? [-25 * wide, 25 * wide] : [-narrow / 2, narrow / 2]
    const along = { x: 0, y: 1 }
    return { joint: { x: 0, y: 0 }, along, breadth: 100, landmark: -40, bare, edgesAt }
  }
  const usual = (bare: number, wide?: number) => usualDistance(wristOf(bare, wide), 0.05)

  test('wears a bracelet beside its joint, or nearer to the hand, away from what covers the arm', () => {
    expect(usual(41.6)).toBeCloseTo(31.5)
    expect(usual(41.4)).toBeCloseTo(21.4)
    expect(usual(10)).toBeCloseTo(-10)
  })

  test('wears it up to its landmark, where a tenth of the hand is bare beyond it', () => {
    expect(usual(-24.9)).toBeCloseTo(-35)
    expect(() => usual(-25.1)).toThrow(/covered or cut off/)
  })

  test('does not wear it on the hand, 1.3 times as wide as the arm', () => {
    expect(usual(-20, 1.29)).toBeLessThan(-20)
    expect(() => usual(-20, 1.31)).toThrow(/covered or cut off/)
  })

  test('is half as wide as the hand, 20 pixels, and no more than 0.6 of the picture', () => {
    const across = (narrow: number, side: number, breadth = 100) => {
      const wrist = { ...wristOf(0, 1, narrow), breadth }
      return () => requireBreadth(wrist, { width: 40, height: side })
    }
    expect(across(50, 400)).not.toThrow()
    expect(across(49, 400)).toThrow('edges of the wrist')
    expect(across(60, 100)).not.toThrow()
    expect(across(61, 100)).toThrow('from 20 to 60')
    expect(across(20, 400, 30)).not.toThrow()
    expect(across(19, 400, 30)).toThrow('from 20 to 240')
  })
})

describe('refused in words', () => {
  test('no hand, an arm that ends before the place, a product that is no ring', async () => {
    expect(() => requireHand([])).toThrow('No hand was found')
    const { picture, hand } = amara
    const top = Math.round(amara.drawn.worn.joint.y) - 30
    const cut = {
      width: picture.width,
      height: picture.height - top,
      data: picture.data.slice(top * picture.width * 4),
    }
    const landmarks = hand.landmarks.map((p) => ({ ...p, y: p.y - top }))
    const low = { ...hand, landmarks, box: { ...hand.box, top: hand.box.top - top } }
    expect(() => worn([{ bracelet_wearing_location: 0.9 }], { picture: cut, hand: low })).toThrow(
      expect.objectContaining({ condition: 'pose' }),
    )
    const thin = { ...hand, landmarks: hand.landmarks.map((p) => ({ ...p })) }
    const [wristAt, knuckle] = [thin.landmarks[0]!, thin.landmarks[9]!]
    const long = { x: knuckle.x - wristAt.x, y: knuckle.y - wristAt.y }
    for (const at of [5, 9, 13, 17]) {
      thin.landmarks[at]!.x += long.x
      thin.landmarks[at]!.y += long.y
    }
    expect(() => worn([{}], { picture, hand: thin })).toThrow(/edges of the wrist cannot be told/)
    const drop = await named('drop')
    expect(() => findInnerEdges(drop, 2)).toThrow(/in reference 2/)
  })
})
