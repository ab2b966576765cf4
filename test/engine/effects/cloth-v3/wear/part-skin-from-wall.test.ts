import { expect, test } from 'vitest'
import { SKIN_FROM_WALL } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { partSkinFromWall } from '../../../../../engine/effects/cloth-v3/wear/part-skin-from-wall.ts'
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

const COUNT = SIZE.width * SIZE.height

/** A neck up to column 110, a strap as wide as it is high at its right below the wall, and a garment below both. */
const [NECK, TOP, END, NEW] = [110, 20, 130, 44] as const
const isStrap = (x: number, y: number): boolean => x >= NECK && x < END && y >= TOP && y < NEW
const isNeck = (x: number, y: number): boolean => x >= 90 && x < NECK && y < NEW
const STRAP = maskOf((x, y) => (isStrap(x, y) ? 255 : 0))
const SKIN = maskOf((x, y) => (isNeck(x, y) ? 255 : 0))
const GARMENT = maskOf((x, y) => (y >= NEW && x >= 70 && x < 150 ? 255 : 0))
const COVERED = Float32Array.from(GARMENT.data, (level) => level / 255)

function parted(
  worn = STRAP,
  { isBeside = (x: number): boolean => x >= 118, skin = SKIN, hair = maskOf(() => 0) } = {},
) {
  const person = eitherOf(worn, skin, GARMENT, hair)
  const wearer = drawnWearer(new Uint8ClampedArray(4 * COUNT), {
    person,
    regions: { 'body-skin': skin, 'upper-garment': worn, hair },
  })
  const left = Float32Array.from(worn.data, (level) => level / 255)
  const beside = Uint8Array.from(left, (share, at) =>
    share > 0 && isBeside(at % SIZE.width) ? 1 : 0,
  )
  const bare = Float32Array.from(left, (share, at) => (share > 0 && !beside[at] ? 1 : 0))
  const planes = { left, bare, beside }
  partSkinFromWall(planes, wearer, worn, COVERED)
  return planes
}

const at = (x: number, y: number): number => y * SIZE.width + x

test('a strap beside a neck becomes skin and wall along a line from their corner to the garment', () => {
  const { bare, beside } = parted()
  const ends = [24, 29, 34].map((y) => {
    let share = 0
    for (let x = NECK; x < END; x++) share += bare[at(x, y)]!
    return share
  })
  // The farther down, the farther out, and no step like that at column 118.
  for (const [n, end] of ends.entries()) if (n > 0) expect(end).toBeGreaterThan(ends[n - 1]! + 1)
  expect(ends[0]).toBeLessThan(8)
  expect(bare[at(NECK + 1, 40)]).toBe(1)
  expect(beside[at(END - 2, TOP + 1)]).toBe(1)
  expect(bare[at(END - 2, TOP + 1)]).toBe(0)
  const soft = Array.from({ length: END - NECK }, (_, n) => bare[at(NECK + n, 30)]!)
  expect(soft.some((share) => share > 0.05 && share < 0.95)).toBe(true)
})

test('what is thin is no strap, but the edge of a neck, unless it borders the garment', () => {
  const isThin = (x: number, y: number): boolean => x >= NECK && x < NECK + 2 && y >= 5 && y < 15
  const edge = maskOf((x, y) => (isThin(x, y) || isStrap(x, y) ? 255 : 0))
  const { bare, beside, left } = parted(edge)
  expect([bare, beside, left].map((plane) => plane[at(NECK, 8)])).toEqual([0, 0, 0])
  expect(bare[at(NECK, 40)]).toBe(1)
  const rim = maskOf((x, y) => (x >= 95 && x < 100 && y >= NEW - 2 && y < NEW ? 255 : 0))
  const below = parted(rim, { isBeside: () => false })
  expect(below.bare[at(97, NEW - 1)]).toBe(1)
})

test('a piece apart from the garment of which nothing surely is worn is the shade of a neck', () => {
  const shade = (level: number) =>
    maskOf((x, y) => (x >= 95 && x < 105 && y >= 5 && y < 20 ? level : 0))
  const off = parted(shade(SKIN_FROM_WALL.worn - 1), { isBeside: () => false })
  expect(off.bare[at(100, 12)]).toBe(0)
  const on = parted(shade(SKIN_FROM_WALL.worn), { isBeside: () => false })
  expect(on.bare[at(100, 12)]).toBe(1)
})

test('where no skin borders it, a strap stays what it was', () => {
  const none = parted(STRAP, { skin: maskOf(() => 0) })
  expect(none.beside[at(120, 30)]).toBe(1)
  expect(none.bare[at(112, 30)]).toBe(1)
})

test('in a picture the skin beside a new neck goes on from that of the neck, and not as far as the new neck does', () => {
  const strap = maskOf((x, y) => (x >= NECK && x < 124 && y >= 32 && y < NEW ? 255 : 0))
  const worn = eitherOf(strap, GARMENT)
  const skin = maskOf((x, y) => (y >= 32 ? SKIN.data[at(x, y)]! : 0))
  const data = new Uint8ClampedArray(4 * COUNT).fill(255)
  for (let n = 0; n < COUNT; n++) {
    const level = worn.data[n] ? CLOTH : skin.data[n] ? HALO : ROOM
    data.set([level, level, level], 4 * n)
  }
  const wearer = drawnWearer(data, {
    person: eitherOf(worn, skin),
    regions: { 'body-skin': skin, 'upper-garment': worn },
    shoulders: 140,
  })
  const neckline = [
    { x: 86, y: NEW - 2 },
    { x: 100, y: NEW },
    { x: 114, y: NEW - 2 },
  ]
  const out = replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, COVERED)
  const level = (x: number, y: number): number => out.data[4 * at(x, y)]!
  expect(level(114, 33)).toBeLessThan((ROOM + HALO) / 2)
  expect(level(111, 42)).toBeGreaterThan((ROOM + HALO) / 2)
})
