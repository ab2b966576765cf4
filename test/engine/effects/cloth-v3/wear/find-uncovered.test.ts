import { expect, test } from 'vitest'
import { UNCOVERED_GAP } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import {
  ALL_HEIGHTS,
  CLOTH,
  drawnWearer,
  eitherOf,
  HALO,
  maskOf,
  ROOM,
  SIZE,
} from './drawn-wearer.ts'
import { replaceUncovered } from './replace-uncovered.ts'

/** Rows and columns of a garment, the columns that a new one covers, and pixels beside it that a camera brightened. */
const WORN = { left: 60, right: 140, top: 60, bottom: 90 } as const
const COVERED = { left: 66, right: 134 } as const
const SHARPENED = 3

const isRow = (y: number): boolean => y >= WORN.top && y < WORN.bottom
const isHalo = (x: number, y: number): boolean =>
  isRow(y) &&
  ((x >= WORN.left - SHARPENED && x < WORN.left) || (x >= WORN.right && x < WORN.right + SHARPENED))

/** The levels of pixels beside a wide old garment, around which a camera sharpened its edge, below a narrow new one. */
function besideIt(
  neckline?: { x: number; y: number }[],
  { gaps, traced }: { gaps?: Mask; traced?: Mask } = {},
): number[] {
  const worn = maskOf((x, y) => (isRow(y) && x >= WORN.left && x < WORN.right ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const level = isHalo(at % SIZE.width, Math.floor(at / SIZE.width)) ? HALO : ROOM
    data.set(Array(3).fill(worn.data[at] ? CLOTH : level), 4 * at)
  }
  const wearer = drawnWearer(data, {
    person: worn,
    regions: { 'upper-garment': worn },
    gaps,
    traced,
  })
  const covered = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const x = at % SIZE.width
    return worn.data[at] && x >= COVERED.left && x < COVERED.right ? 1 : 0
  })
  const out = replaceUncovered(
    wearer,
    { instead: worn, heights: ALL_HEIGHTS, ...(neckline && { neckline }) },
    covered,
  )
  const found: number[] = []
  for (let at = 0; at < covered.length; at++) {
    if (isHalo(at % SIZE.width, Math.floor(at / SIZE.width))) found.push(out.data[4 * at]!)
  }
  return found
}

test('the sharpened edge of a wide old sleeve goes with it', () => {
  const levels = besideIt([
    { x: 90, y: 10 },
    { x: 110, y: 10 },
  ])
  for (const level of levels) expect(Math.abs(level - ROOM)).toBeLessThan(6)
})

test('in a gap beside an arm the wall keeps its bytes, and so does the edge of an arm that was traced there', () => {
  const neckline = [
    { x: 90, y: 10 },
    { x: 110, y: 10 },
  ]
  const halo = maskOf((x, y) => (isHalo(x, y) ? 1 : 0))
  expect(new Set(besideIt(neckline, { gaps: halo }))).toEqual(new Set([HALO]))
  const by = (far: number) => {
    const beyond = SHARPENED + far
    const gaps = maskOf((x, y) =>
      isRow(y) && (x < WORN.left - beyond || x >= WORN.right + beyond) ? 1 : 0,
    )
    return new Set(besideIt(neckline, { gaps, traced: halo }))
  }
  expect(by(0)).toEqual(new Set([HALO]))
  expect(by(UNCOVERED_GAP)).not.toEqual(new Set([HALO]))
})

test('beside trousers and skirts the room keeps its bytes', () => {
  expect(new Set(besideIt())).toEqual(new Set([HALO]))
})

/**
 * The levels of a sliver between a garment and a bare arm, and of what is worn below it.
 * @param shown how light it is, before a room that shows above it @default as light as the garment, and no room shows
 * @param tracedFrom the row from which on the edge of the arm was traced; told of is the last but one, then
 * @param wide how many columns it has
 */
function sliverBesideArm(
  trousers?: number,
  shown?: number,
  tracedFrom = Infinity,
  wide = 14,
): number[] {
  const arm = 140
  const covers = arm - wide
  const worn = maskOf((x, y) => (isRow(y) && x >= WORN.left && x < arm ? 255 : 0))
  const isRoom = (y: number) => shown !== undefined && y < WORN.top
  const skin = maskOf((x, y) => (x >= arm && !isRoom(y) ? 255 : 0))
  const isBelow = (x: number, y: number) => trousers !== undefined && x < arm && y >= WORN.bottom
  const lower = maskOf((x, y) => (isBelow(x, y) ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const isSliver = worn.data[at] && at % SIZE.width >= covers
    const cloth = (isSliver && shown) || CLOTH
    const level = worn.data[at] ? cloth : lower.data[at] ? trousers! : skin.data[at] ? HALO : ROOM
    data.set(Array(3).fill(level), 4 * at)
  }
  const wearer = drawnWearer(data, {
    person: maskOf((_, y) => (isRoom(y) ? 0 : 255)),
    regions: { 'lower-garment': lower, 'body-skin': skin, 'upper-garment': worn },
    traced: maskOf((_, y) => (y >= tracedFrom ? 1 : 0)),
  })
  const covered = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    worn.data[at] && at % SIZE.width < covers ? 1 : 0,
  )
  const neckline = [
    { x: 90, y: 10 },
    { x: 110, y: 10 },
  ]
  const out = replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, covered)
  const row = tracedFrom < Infinity ? WORN.bottom - 2 : 75
  return Array.from({ length: arm - covers }, (_, n) => {
    return out.data[4 * (row * SIZE.width + covers + n)]!
  })
}

// Nothing of the room touches such a sliver, from which it could be continued.
test('what was worn between a garment and a bare arm becomes skin, not what it was', () => {
  expect(Math.min(...sliverBesideArm())).toBeGreaterThan(HALO - 20)
})

test('the end of such a sliver beside an edge that was traced goes with the rest of it', () => {
  // All of it lies so near the arm that it is no pocket besides.
  const end = (tracedFrom: number) => sliverBesideArm(undefined, undefined, tracedFrom, 5)
  expect(Math.min(...end(86))).toBeGreaterThan(HALO - 20)
  expect(Math.max(...end(62))).toBeLessThan(HALO - 20)
})

test('where the wall shows in it already, as between an arm and the body, it is left as it is', () => {
  expect(new Set(sliverBesideArm(undefined, ROOM))).toEqual(new Set([ROOM]))
})

test('and what is worn below it goes on where it ends there', () => {
  const dark = 60
  expect(Math.max(...sliverBesideArm(dark).slice(0, -5))).toBeLessThan(dark + 20)
})

test('no wall shows between a hem and the shoe that it hung on', () => {
  const levelsAbove = (hasShoe: boolean): number[] => {
    const [leg, hem] = [maskOf((x, y) => (x >= 90 && x < 110 && y < 100 ? 255 : 0)), 95]
    const shoe = maskOf((x, y) => (hasShoe && x >= 86 && x < 116 && y >= 100 ? 255 : 0))
    const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
    for (let at = 0; at < data.length / 4; at++) {
      data.set(Array(3).fill(leg.data[at] || shoe.data[at] ? CLOTH : ROOM), 4 * at)
    }
    const wearer = drawnWearer(data, {
      person: eitherOf(leg, shoe),
      regions: { 'lower-garment': leg, shoes: shoe },
      origin: { x: 100, y: 0 },
      length: 60,
    })
    const covered = leg.data.map((share, at) => (share && at < hem * SIZE.width ? 1 : 0))
    const heights = { from: 0, to: 140 }
    const out = replaceUncovered(wearer, { instead: leg, heights }, Float32Array.from(covered))
    return [96, 98].map((y) => out.data[4 * (y * SIZE.width + 100)]!)
  }
  expect(levelsAbove(true)).toEqual([CLOTH, CLOTH])
  expect(Math.min(...levelsAbove(false))).toBeGreaterThan(ROOM - 20)
})

test('beside the outline of an arm that goes on as its bone does, a wide sleeve leaves the wall', () => {
  // An arm hangs down to the left, its sleeve ends at row 90, the new one at row 78.
  const outline = (y: number): number => 140 - (y - 90) / 2
  const worn = maskOf((x, y) => (x >= 120 && x < 185 && y >= 40 && y < 90 ? 255 : 0))
  const skin = maskOf((x, y) => (y >= 90 && x >= outline(y) && x < outline(y) + 26 ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    data.set(Array(3).fill(worn.data[at] ? CLOTH : skin.data[at] ? HALO : ROOM), 4 * at)
  }
  const arm = [40, 100, 158].map((y) => ({ x: outline(y) + 13, y }))
  const wearer = drawnWearer(data, {
    person: eitherOf(worn, skin),
    regions: { 'body-skin': skin, 'upper-garment': worn },
    origin: { x: 60, y: 20 },
    shoulders: 200,
    arms: [arm, arm],
  })
  const covered = Float32Array.from(worn.data, (share, at) =>
    share > 0 && at < 78 * SIZE.width ? 1 : 0,
  )
  const neckline = [50, 70].map((x) => ({ x, y: 10 }))
  const out = replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, covered)
  const levelAt = (x: number): number => out.data[4 * (84 * SIZE.width + x)]!
  for (const x of [136, 138, 140]) expect(Math.abs(levelAt(x) - ROOM)).toBeLessThan(15)
  for (const x of [147, 150, 153]) expect(Math.abs(levelAt(x) - HALO)).toBeLessThan(15)
})

test('a longer sleeve leaves skin on the wrist, and the wall beside it', () => {
  // An arm hangs down at the left: its sleeve, 30 pixels wide, ends at row 140, the new one at row 120.
  const worn = maskOf((x, y) => (x >= 30 && x < 60 && y >= 40 && y < 140 ? 255 : 0))
  const hand = maskOf((x, y) => (x >= 38 && x < 52 && y >= 140 ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    data.set(hand.data[at] ? [190, 140, 110] : Array(3).fill(worn.data[at] ? CLOTH : ROOM), 4 * at)
  }
  const arm = [45, 90, 140].map((y) => ({ x: 45, y }))
  const wearer = drawnWearer(data, {
    person: eitherOf(worn, hand),
    regions: { 'body-skin': hand, 'upper-garment': worn },
    shoulders: 100,
    arms: [arm, arm],
  })
  const covered = Float32Array.from(worn.data, (share, at) =>
    share > 0 && Math.floor(at / SIZE.width) < 132 ? 1 : 0,
  )
  const neckline = [
    { x: 90, y: 30 },
    { x: 110, y: 30 },
  ]
  const out = replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, covered)
  const redOf = (x: number): number => out.data[4 * (134 * SIZE.width + x)]!
  expect(Math.abs(redOf(45) - 190)).toBeLessThan(15)
  expect(Math.abs(redOf(32) - ROOM)).toBeLessThan(15)
})

test('of a dress the skirt beside a bare forearm stays below the hem of a top, and a sleeve there does not', () => {
  /** How light what is left of what was worn is beside a forearm, whose sleeve ends at a row. */
  function besideForearm(sleeve: number): number {
    const isArm = (x: number): boolean => x >= 143 && x < 158
    const worn = maskOf((x, y) =>
      y >= 40 && y < 130 && x >= 60 && x < (y < sleeve ? 158 : 143) ? 255 : 0,
    )
    const skin = maskOf((x, y) => (isArm(x) && y >= sleeve ? 255 : 0))
    const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
    for (let at = 0; at < data.length / 4; at++) {
      data.set(Array(3).fill(worn.data[at] ? CLOTH : skin.data[at] ? HALO : ROOM), 4 * at)
    }
    const arm = [44, 90, 150].map((y) => ({ x: 148, y }))
    const wearer = drawnWearer(data, {
      person: eitherOf(worn, skin),
      regions: { 'body-skin': skin, 'upper-garment': worn },
      shoulders: 100,
      arms: [arm.map(({ y }) => ({ x: 52, y })), arm],
    })
    const hem = 120
    const covered = Float32Array.from(worn.data, (share, at) =>
      share > 0 && at < hem * SIZE.width ? 1 : 0,
    )
    const neckline = [90, 110].map((x) => ({ x, y: 30 }))
    const heights = { from: -Infinity, to: hem - 40 }
    const out = replaceUncovered(wearer, { instead: worn, heights, neckline }, covered)
    return out.data[4 * (125 * SIZE.width + 141)]!
  }
  expect(besideForearm(60)).toBe(CLOTH)
  expect(besideForearm(123)).not.toBe(CLOTH)
})

test('skin beside an armhole that passes for what is worn stays, and cloth there does not', () => {
  const changeOf = (colour: readonly number[], isBy: boolean): number => {
    const worn = maskOf((x, y) => (isRow(y) && x >= WORN.left && x < WORN.right ? 255 : 0))
    const hand = maskOf((x, y) => (y > 120 && x >= 90 && x < 110 ? 255 : 0))
    const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
    for (let at = 0; at < data.length / 4; at++) {
      const cloth = at % SIZE.width >= COVERED.right ? colour : [40, 60, 150]
      const room = hand.data[at] ? [210, 160, 130] : [ROOM, ROOM, ROOM]
      data.set(worn.data[at] ? cloth : room, 4 * at)
    }
    const wearer = drawnWearer(data, {
      person: eitherOf(worn, hand),
      regions: { 'body-skin': hand, 'upper-garment': worn },
    })
    const covered = Float32Array.from(worn.data, (share, at) =>
      share && at % SIZE.width < COVERED.right ? 1 : 0,
    )
    const neckline = [
      { x: 90, y: 10 },
      { x: 110, y: 10 },
    ]
    const byArmhole = () => (isBy ? 1 : 0)
    const out = replaceUncovered(
      wearer,
      { instead: worn, heights: ALL_HEIGHTS, neckline, byArmhole },
      covered,
    )
    const at = 4 * (75 * SIZE.width + 137)
    return Math.max(...[0, 1, 2].map((c) => Math.abs(out.data[at + c]! - data[at + c]!)))
  }
  expect(changeOf([180, 130, 104], true)).toBe(0)
  expect(changeOf([180, 130, 104], false)).toBeGreaterThan(20)
  expect(changeOf([40, 60, 150], true)).toBeGreaterThan(20)
})
