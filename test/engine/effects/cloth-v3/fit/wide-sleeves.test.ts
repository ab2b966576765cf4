import { describe, expect, test } from 'vitest'
import { fitSleeve, sleeveEdges } from '../../../../../engine/effects/cloth-v3/fit/fit-sleeve.ts'
import { neckEndHeights } from '../../../../../engine/effects/cloth-v3/fit/fit-yoke.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { withoutLooseCloth } from '../../../../../engine/effects/cloth-v3/measure/without-loose-cloth.ts'
import { requireArms } from '../../../../../engine/effects/cloth-v3/refuse/require-arms.ts'
import { requireWholeHair } from '../../../../../engine/effects/cloth-v3/refuse/require-whole-hair.ts'
import type { Point } from '../../../../../engine/geometry/point.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { REGION_NAMES } from '../../../../../engine/regions/region-names.ts'
import { replaceUncovered } from '../wear/replace-uncovered.ts'

const SIZE = { width: 240, height: 260 } as const
const TORSO = {
  origin: { x: 120, y: 50 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 100,
  length: 150,
}
const ARMS = [
  [70, 62, 58].map((x, n) => ({ x, y: 50 + 75 * n })),
  [170, 178, 182].map((x, n) => ({ x, y: 50 + 75 * n })),
]
const LEGS = [100, 140].map((x) => [200, 230, 259].map((y) => ({ x, y })))

function where(rule: (x: number, y: number) => boolean): Mask {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    rule(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0,
  )
  return { ...SIZE, data }
}

const NOTHING = where(() => false)

function regionsOf(own: Record<string, Mask>) {
  return { ...Object.fromEntries(REGION_NAMES.map((name) => [name, NOTHING])), ...own } as never
}

/** A sleeve of 26 by 80 pixels, and how it is put on the arm at the left. */
const LINE = (x: number): Point[] => [0, 40, 80].map((y) => ({ x, y }))
const TUBE = { inner: LINE(26), outer: LINE(0) }
const SHAPE = {
  neck: [{ x: 60, y: 0 }],
  hem: [{ x: 60, y: 200 }],
  armpits: [
    { x: 26, y: 20 },
    { x: 100, y: 20 },
  ],
} as unknown as TopShape
const FIT = {
  side: -1 as const,
  tip: { x: 66, y: 45 },
  armpit: { x: 80, y: 80 },
  scale: 1,
  end: 92,
  reach: () => 40,
}

describe('a wide sleeve that was worn', () => {
  /** Half the width of the sleeve at the left, in pixels, half-way along it. */
  function halfWidth(reach: number, isCloth: boolean): number {
    // What reaches so far from the arm's bones, and a gap between it and the trunk.
    const mask = where((x, y) => x > 66 - reach && x < 75 && y > 40)
    const wearer = {
      body: { mask },
      torso: TORSO,
      arms: ARMS,
      regions: regionsOf(isCloth ? { 'upper-garment': mask } : { 'body-skin': mask }),
    } as unknown as Wearer
    const mesh = fitSleeve(TUBE, SHAPE, wearer, FIT)
    const row = 20 * mesh.columns
    return 66 - mesh.worn[row]!.x
  }

  test('does not make the new one wider than it lies flat', () => {
    expect(halfWidth(28, true)).toBeLessThan(18)
  })

  test('while an arm is covered, however thick it is', () => {
    expect(halfWidth(26, false)).toBeGreaterThan(24)
  })

  test('nor ends on the under side of an arm, where the bones lie near the other edge of it', () => {
    const mask = where((x, y) => x > 60 && x < 92 && y > 40)
    const wearer = {
      body: { mask },
      torso: TORSO,
      arms: ARMS,
      regions: regionsOf({ 'body-skin': mask }),
    } as unknown as Wearer
    const mesh = fitSleeve(TUBE, SHAPE, wearer, { ...FIT, armpit: { x: 94, y: 80 } })
    const row = 20 * mesh.columns
    expect(mesh.worn[row + mesh.columns - 1]!.x).toBeGreaterThan(90)
  })

  test('lies on the shoulder and stands off farther down', () => {
    const mask = where((x, y) => x > 50 && x < 75 && y > 40)
    const wearer = {
      body: { mask },
      torso: TORSO,
      arms: ARMS,
      regions: regionsOf({ 'body-skin': mask }),
    } as unknown as Wearer
    // As wide at its armhole as at its end, 52 pixels, which is more than the arm.
    const boxy = { inner: LINE(52), outer: LINE(0) }
    const mesh = fitSleeve(boxy, SHAPE, wearer, FIT)
    const offAt = (row: number): number => 51 - mesh.worn[row * mesh.columns]!.x
    expect(offAt(12)).toBeLessThan(2)
    expect(offAt(mesh.rows - 1)).toBeGreaterThan(5)
  })

  test('goes over into a longer one without a step', () => {
    const [cuff, thin] = [110, 58]
    const cloth = where((x, y) => x > 38 && x < 75 && y > 40 && y < cuff)
    const mask = where((x, y) => x > (y < cuff ? 38 : thin) && x < 75 && y > 40)
    const wearer = {
      body: { mask },
      torso: TORSO,
      arms: ARMS,
      regions: regionsOf({ 'upper-garment': cloth }),
    } as unknown as Wearer
    const mesh = fitSleeve({ inner: LINE(70), outer: LINE(0) }, SHAPE, wearer, { ...FIT, end: 120 })
    const outer = Array.from({ length: mesh.rows }, (_, row) => mesh.worn[row * mesh.columns]!)
    for (const [n, { x, y }] of outer.entries()) {
      if (n === 0 || y < 90) continue
      expect(x - outer[n - 1]!.x, `row ${n}`).toBeLessThan(0.4 * (y - outer[n - 1]!.y) + 0.5)
    }
  })

  test('is replaced by the wall beside a forearm, below the hem too', () => {
    const old = where((x, y) => x >= 40 && x < 52 && y > 190 && y < 215)
    const data = new Uint8Array(SIZE.width * SIZE.height * 4)
    for (let at = 0; at < old.data.length; at++) {
      data.set(old.data[at] ? [250, 250, 250, 255] : [20, 60, 90, 255], 4 * at)
    }
    const wearer = {
      picture: { ...SIZE, data },
      body: { mask: old },
      torso: TORSO,
      arms: ARMS,
      legs: LEGS,
      traced: NOTHING.data,
      gaps: NOTHING.data,
      regions: regionsOf({ 'upper-garment': old }),
    } as unknown as Wearer
    const neckline = [
      { x: 110, y: 30 },
      { x: 130, y: 30 },
    ]
    const dressing = { instead: old, heights: { from: -Infinity, to: 120 }, neckline }
    const out = replaceUncovered(wearer, dressing, new Float32Array(old.data.length))
    expect(Math.abs(out.data[4 * (200 * SIZE.width + 46)]! - 20)).toBeLessThan(10)
  })
})

test('the edge of a neck leans no more than a little unlike the shoulders', () => {
  // Level shoulders; the head leans to the right, so that the outline there is that of the neck.
  const mask = where((x, y) => y > (x > 140 && x < 152 ? 17 : 25))
  const wearer = { torso: TORSO, body: { mask }, regions: { hair: NOTHING } } as unknown as Wearer
  const [left, right] = neckEndHeights(wearer, [-24, 24], [-25, -25], 0)
  expect(Math.abs(left - right)).toBeLessThan(6.5)
  expect(left).toBeLessThan(0)
})

describe('cloth that does not hang together with what is worn on the chest', () => {
  const chest = (x: number, y: number): boolean => x > 80 && x < 160 && y > 45 && y < 130
  const band = (x: number, y: number): boolean => x > 80 && x < 160 && y > 150 && y < 165
  const beside = (x: number, y: number): boolean => x > 40 && x < 60 && y > 190 && y < 220
  /** What is left of it, where the band at the hips has a level of its own or that of the rest. */
  function leftOf(level: number) {
    const data = new Uint8Array(4 * SIZE.width * SIZE.height).fill(90)
    for (let at = 0; at < data.length / 4; at++) {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      if (band(x, y)) data[4 * at] = level
    }
    const cloth = where((x, y) => chest(x, y) || band(x, y) || beside(x, y))
    const regions = regionsOf({ 'upper-garment': cloth })
    return withoutLooseCloth({ ...SIZE, data } as never, regions, ARMS as never, TORSO)
  }
  const [onChest, onBand, byHand] = [
    [120, 100],
    [120, 157],
    [50, 205],
  ].map(([x, y]) => y! * SIZE.width + x!) as [number, number, number]

  test('is none beside a hand', () => {
    const { 'upper-garment': left } = leftOf(90)
    expect(left.data[byHand]).toBe(0)
    expect(left.data[onChest]).toBe(255)
  })

  test('is a waistband at the hips, unless it has the same colour', () => {
    const other = leftOf(220)
    expect(other['upper-garment'].data[onBand]).toBe(0)
    expect(other['lower-garment'].data[onBand]).toBe(255)
    expect(leftOf(90)['upper-garment'].data[onBand]).toBe(255)
  })
})

test('hair that lies on the chest apart from the head is refused', () => {
  const head = (x: number, y: number): boolean => x > 100 && x < 140 && y < 30
  const wearerOf = (hair: Mask): Wearer =>
    ({ picture: SIZE, torso: TORSO, regions: { hair } }) as unknown as Wearer
  const lock = (from: number) =>
    where((x, y) => head(x, y) || (x > 130 && x < 139 && y > from && y < 90))
  expect(() => requireWholeHair(wearerOf(lock(60)))).toThrow(/Hair falls before the body/)
  requireWholeHair(wearerOf(lock(20)))
})

test('a forearm that the picture does not show lies nowhere before the body', () => {
  const [left, right] = ARMS
  const wearerOf = (height: number): Wearer =>
    ({
      torso: TORSO,
      picture: { ...SIZE, height },
      arms: [left, [right![0], right![1], { x: 130, y: 180 }]],
    }) as unknown as Wearer
  expect(() => requireArms(wearerOf(240))).toThrow(/before or behind/)
  requireArms(wearerOf(130))
})

test('a sleeve on an arm before the trunk does not reach into it', () => {
  const mask = where((x, y) => x > 60 && x < 180 && y > 40)
  const before = [84, 86, 88].map((x, n) => ({ x, y: 50 + 75 * n }))
  const wearer = {
    body: { mask },
    torso: TORSO,
    arms: [before, ARMS[1]],
    regions: regionsOf({ 'upper-garment': mask }),
  } as unknown as Wearer
  // The trunk is narrow below its armpits.
  const { inner } = sleeveEdges(wearer, { ...FIT, reach: () => 20 })
  expect(Math.max(...inner.map(({ x }) => x))).toBeLessThan(86)
})
