import { describe, expect, test } from 'vitest'
import { withOpenGaps } from '../../../../../engine/effects/cloth-v3/measure/with-open-gaps.ts'
import { OPEN_GAPS } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 320, height: 300 } as const
const TORSO = {
  origin: { x: 130, y: 20 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 160,
  length: 200,
}
type Rgb = readonly [number, number, number]
const SKIN: Rgb = [205, 160, 130]
const WALL: Rgb = [200, 198, 190]
const LILAC: Rgb = [160, 130, 200]
/** Trunk, gap, arm and the wall beyond it, from left to right. */
const [TRUNK, ARM, BEYOND] = [185, 200, 235]
const ROWS = { from: 100, to: 180 }

type Drawn = {
  cloth?: Rgb
  gap?: Rgb
  /** What the person's mask has in the gap, by row. */
  told?: (y: number) => number
  /** The columns in which the gap lies. */
  columns?: readonly [number, number]
  /** From which row on. @default 100 */
  from?: number
  /** How many rows it goes down. @default 80 */
  rows?: number
  /** Up to which column the person goes on at the right, by row. @default the arm alone */
  end?: (y: number) => number
  /** How many columns of the open wall lie between it and the arm. @default 0 */
  apart?: number
}

/** Somebody in a top, between whom and whose arm the wall shows, which passes for the top. */
function opened({
  cloth = LILAC,
  gap = WALL,
  told = () => 150,
  columns = [TRUNK, ARM],
  from = ROWS.from,
  rows = 80,
  end = () => BEYOND,
  apart = 0,
}: Drawn = {}) {
  const count = SIZE.width * SIZE.height
  const data = new Uint8ClampedArray(4 * count).fill(255)
  const mask = { ...SIZE, data: new Uint8Array(count) }
  const regions = byRegion((): Mask => ({ ...SIZE, data: new Uint8Array(count) }))
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isRow = y >= from && y < from + rows
    const isGap = isRow && x >= columns[0] && x < columns[1]
    const isOpen = isRow && x >= ARM && x < ARM + apart
    const isPerson = x >= 60 && x < end(y) && !isOpen
    data.set(isGap ? gap : !isPerson ? WALL : x < ARM ? cloth : SKIN, 4 * at)
    if (!isPerson) continue
    mask.data[at] = isGap ? told(y) : 255
    regions[x < ARM || isGap ? 'upper-garment' : 'body-skin'].data[at] = 255
  }
  const far = { x: 20, y: 10 }
  const arms = [
    [far, { x: 20, y: 11 }, { x: 20, y: 12 }],
    [30, 140, 240].map((y) => ({ x: 218, y })),
  ] as const
  const all = arms as unknown as Parameters<typeof withOpenGaps>[2]['arms']
  return withOpenGaps({ ...SIZE, data }, regions, { mask, arms: all, torso: TORSO })
}

/** The share of the gap in which there is no person and no top any more. */
function openShare({ mask, regions }: ReturnType<typeof opened>, { from, to } = ROWS): number {
  let open = 0
  for (let y = from; y < to; y++) {
    for (let x = TRUNK; x < ARM; x++) {
      const at = y * SIZE.width + x
      if (mask.data[at] === 0 && regions['upper-garment'].data[at] === 0) open++
    }
  }
  return open / ((to - from) * (ARM - TRUNK))
}

/** How many pixels are no person any more. */
function cleared({ gaps }: ReturnType<typeof opened>): number {
  return gaps.reduce((sum, is) => sum + is, 0)
}

const all = (ROWS.to - ROWS.from) * (ARM - TRUNK)

describe('the wall between an arm and the trunk', () => {
  test('is no person where a mask fades there, and trunk and arm stay whole', () => {
    const found = opened()
    expect(openShare(found)).toBeGreaterThan(0.97)
    expect(cleared(found)).toBeLessThanOrEqual(all)
  })

  test('is none where the mask is sure, if it hangs together with a place where it is not', () => {
    const low = { from: 140, to: ROWS.to }
    expect(openShare(opened({ told: (y) => (y < 115 ? 150 : 255) }), low)).toBeGreaterThan(0.97)
  })

  test('stays a person where that place is far smaller, and where there is none', () => {
    expect(cleared(opened({ told: (y) => (y < 106 ? 150 : 255) }))).toBe(0)
    expect(cleared(opened({ told: () => OPEN_GAPS.unsure + 1 }))).toBe(0)
    expect(cleared(opened({ told: () => OPEN_GAPS.unsure }))).toBe(all)
  })

  test('is wall by so much of it that is not sure', () => {
    const limit = OPEN_GAPS.share * (ROWS.to - ROWS.from)
    const unsure = (rows: number) =>
      opened({ told: (y) => (y < ROWS.from + rows ? OPEN_GAPS.unsure : 255) })
    expect(cleared(unsure(Math.floor(limit) + 1))).toBe(all)
    expect(cleared(unsure(Math.floor(limit)))).toBe(0)
  })

  test('has the colour that the wall has so near beyond the arm, and as high up', () => {
    const [bone, reach] = [218, OPEN_GAPS.wall * TORSO.shoulders]
    expect(cleared(opened({ end: () => bone + reach - 1 }))).toBe(all)
    expect(cleared(opened({ end: () => bone + reach }))).toBe(0)
    // Where the wall shows beyond the arm lower down alone, the lower rows of a gap are found.
    const [rows, low] = [40, 6]
    const shownFrom = ROWS.from + rows + low
    const found = opened({ rows, end: (y) => (y < shownFrom ? SIZE.width : BEYOND) })
    const near = Math.round(OPEN_GAPS.rows * TORSO.shoulders)
    expect(cleared(found)).toBe((near - low) * (ARM - TRUNK))
  })

  test('begins below the shoulders', () => {
    const least = TORSO.origin.y + OPEN_GAPS.below * TORSO.shoulders
    expect(cleared(opened({ from: least + 1 }))).toBe(all)
    expect(cleared(opened({ from: least }))).toBe(0)
  })

  test('lies in the shade of the arm, which another colour does not', () => {
    const shade = (by: number): Rgb => WALL.map((level) => level - by) as unknown as Rgb
    expect(openShare(opened({ gap: shade(OPEN_GAPS.darker - 1) }))).toBeGreaterThan(0.97)
    expect(cleared(opened({ gap: shade(OPEN_GAPS.darker + 1) }))).toBe(0)
    expect(cleared(opened({ gap: shade(1 - OPEN_GAPS.seed) }))).toBe(all)
    expect(cleared(opened({ gap: shade(-1 - OPEN_GAPS.seed) }))).toBe(0)
    // A channel that is off by three halves lies off the mean of all by as much as the other two by a half.
    const off = (1.5 * OPEN_GAPS.seed) | 0
    expect(cleared(opened({ gap: [WALL[0], WALL[1], WALL[2] - off + 1] }))).toBe(all)
    expect(cleared(opened({ gap: [WALL[0], WALL[1], WALL[2] - off - 1] }))).toBe(0)
  })

  test('is left where the top has its colour, as nobody could tell where that begins', () => {
    expect(cleared(opened({ cloth: WALL }))).toBe(0)
    const near = (by: number): Rgb => WALL.map((level) => level + by) as unknown as Rgb
    expect(cleared(opened({ cloth: near(OPEN_GAPS.alike + 1) }))).toBe(all)
    expect(cleared(opened({ cloth: near(OPEN_GAPS.alike - 1) }))).toBe(0)
  })

  test('is none where the open wall lies beyond it: what is worn ends there', () => {
    const shade = WALL.map((level) => level - 20) as unknown as Rgb
    const near = Math.ceil(OPEN_GAPS.arm * TORSO.shoulders)
    expect(cleared(opened({ gap: shade, apart: near - 2 }))).toBe(all)
    expect(cleared(opened({ gap: shade, apart: near + 1 }))).toBe(0)
  })

  test('is no speck', () => {
    const least = Math.ceil(OPEN_GAPS.least * TORSO.shoulders ** 2)
    const high = Math.ceil(least / 3)
    expect(cleared(opened({ columns: [TRUNK, TRUNK + 3], rows: high }))).toBe(3 * high)
    expect(cleared(opened({ columns: [TRUNK, TRUNK + 3], rows: high - 1 }))).toBe(0)
    expect(cleared(opened({ columns: [TRUNK, TRUNK + 2] }))).toBe(0)
  })
})
