import { describe, expect, test } from 'vitest'
import {
  hasShoulders,
  readLowerShape,
} from '../../../../../engine/effects/cloth-v3/read/lower-shape.ts'
import { readTop } from '../../../../../engine/effects/cloth-v3/read/read-top.ts'
import { spanOf } from '../../../../../engine/effects/cloth-v3/read/top-shape.ts'
import { distance, type Point } from '../../../../../engine/geometry/point.ts'
import { seededRandom } from '../../../../../engine/raster/seeded-random.ts'
import { sampled } from '../../../../setup/sampled.ts'

/** A corner of half a silhouette: out from the middle and down, and how far the edge to it bulges outwards. */
type Corner = { name: string; out: number; down: number; bulge?: number }

/** From one number to another, as the seed has it. */
type Between = (from: number, to: number) => number

/** Halves from the hem's middle to the neck's, drawn after garments of shops; the upper edge's middle is the last. */
const TOPS: Record<string, (b: Between) => Corner[]> = {
  'boxy tee': (b) =>
    sleeved(b, { length: b(190, 240), sleeve: b(38, 60), lean: b(40, 55), cuff: b(52, 66) }),
  'slim tee': (b) =>
    sleeved(b, { length: b(210, 260), sleeve: b(40, 70), lean: b(54, 64), cuff: b(38, 46) }),
  'polo shirt': (b) =>
    sleeved(b, {
      length: b(210, 250),
      sleeve: b(50, 70),
      lean: b(50, 66),
      cuff: b(42, 52),
      collar: 14,
    }),
  'long sleeves, spread': (b) =>
    sleeved(b, { length: b(210, 250), sleeve: b(190, 220), lean: b(58, 70), cuff: b(26, 32) }),
  'long sleeves, hanging': (b) =>
    sleeved(b, { length: b(220, 250), sleeve: b(150, 180), lean: b(79, 82), cuff: b(26, 32) }),
  jacket: (b) =>
    sleeved(b, {
      length: b(230, 260),
      sleeve: b(200, 225),
      lean: b(66, 74),
      cuff: b(36, 44),
      collar: 18,
    }),
  'dress with sleeves': (b) =>
    sleeved(b, {
      length: b(400, 470),
      sleeve: b(50, 90),
      lean: b(60, 74),
      cuff: b(36, 44),
      flare: b(20, 60),
    }),
  'tank top': (b) => sleeveless(b, { length: b(180, 250), strap: b(22, 34), dip: b(40, 70) }),
  camisole: (b) => sleeveless(b, { length: b(170, 220), strap: b(5, 8), dip: b(70, 90) }),
  'sheath dress': (b) => sleeveless(b, { length: b(380, 440), strap: b(28, 36), dip: b(8, 20) }),
  'flared dress': (b) =>
    sleeveless(b, { length: b(400, 460), strap: b(24, 34), dip: b(14, 50), flare: b(30, 60) }),
}

const LOWERS: Record<string, (b: Between) => Corner[]> = {
  skirt: (b) => [
    { name: 'hem', out: b(80, 120), down: b(220, 320), bulge: 4 },
    { name: 'waist', out: b(58, 66), down: 2, bulge: 8 },
    { name: 'top', out: 0, down: b(4, 9) },
  ],
  trousers: (b) => legs(b, b(380, 430)),
  shorts: (b) => legs(b, b(180, 220)),
}

function legs(b: Between, length: number): Corner[] {
  const hem = b(60, 90)
  return [
    { name: 'crotch', out: 0, down: b(95, 115) },
    { name: 'inner', out: hem - b(38, 46), down: length },
    { name: 'hem', out: hem, down: length - b(0, 6) },
    { name: 'hip', out: b(76, 86), down: b(90, 120), bulge: 3 },
    { name: 'waist', out: b(58, 64), down: 2 },
    { name: 'top', out: 0, down: b(3, 8) },
  ]
}

type Sleeved = {
  length: number
  sleeve: number
  lean: number
  cuff: number
  collar?: number
  flare?: number
}

function sleeved(
  b: Between,
  { length, sleeve, lean, cuff, collar = 0, flare = 0 }: Sleeved,
): Corner[] {
  const chest = b(84, 100)
  const armpit = { out: chest, down: b(92, 110) }
  const turn = (lean * Math.PI) / 180
  const tip = { out: chest + b(2, 10), down: b(30, 40) }
  const outer = {
    out: tip.out + (sleeve + 30) * Math.cos(turn),
    down: tip.down + (sleeve + 30) * Math.sin(turn),
  }
  const inner = { out: outer.out - cuff * Math.sin(turn), down: outer.down + cuff * Math.cos(turn) }
  return [
    { name: 'hem', out: chest + flare + b(-4, 6), down: length + 20, bulge: b(0, 4) },
    ...(flare > 0 ? [{ name: 'waist', out: chest - b(8, 16), down: b(170, 200) }] : []),
    { name: 'armpit', ...armpit, bulge: -b(0, 3) },
    { name: 'cuffInner', ...inner },
    { name: 'cuffOuter', ...outer },
    { name: 'tip', ...tip, bulge: b(0, 3) },
    { name: 'neck', out: b(36, 48), down: 8 - collar },
    { name: 'top', out: 0, down: 8 - collar + b(5, 12) },
  ]
}

type Sleeveless = { length: number; strap: number; dip: number; flare?: number }

function sleeveless(b: Between, { length, strap, dip, flare = 0 }: Sleeveless): Corner[] {
  const chest = b(86, 98)
  const tip = chest * b(0.72, 0.86)
  const waist = length > 300
  return [
    { name: 'hem', out: chest + flare + b(-4, 6), down: length, bulge: b(0, 4) },
    ...(waist ? [{ name: 'waist', out: chest - b(8, 14), down: b(160, 190) }] : []),
    { name: 'armpit', out: chest, down: b(84, 100) },
    { name: 'tip', out: tip, down: b(3, 9), bulge: -b(8, 13) },
    { name: 'neck', out: tip - strap, down: 0 },
    { name: 'top', out: 0, down: dip, bulge: -0.18 * dip },
  ]
}

/** A closed clockwise outline as one that is traced: pixels of grain, corners as blunt as cloth's, halves not alike. */
function draw(
  corners: readonly Corner[],
  seed: number,
): { outline: Point[]; at: Record<string, Point[]> } {
  const random = seededRandom(seed)
  const half = (side: -1 | 1) => {
    const line: Point[] = []
    const found: Record<string, Point> = {}
    let from = { out: 0, down: corners[0]!.down }
    for (const { name, out, down, bulge = 0 } of corners) {
      const length = Math.hypot(out - from.out, down - from.down)
      const [ox, oy] = [(from.down - down) / length, (out - from.out) / length]
      for (let k = 0; k < length; k += 1.5) {
        const t = k / length
        const off = 4 * bulge * t * (1 - t)
        line.push(
          place(
            from.out + t * (out - from.out) + off * ox,
            from.down + t * (down - from.down) + off * oy,
          ),
        )
      }
      found[name] = place(out, down)
      from = { out, down }
    }
    return { line, found }
    function place(out: number, down: number): Point {
      return { x: 300 + side * (1 + side * 0.012) * out, y: 60 + down }
    }
  }
  const [left, right] = [half(-1), half(1)]
  const closed = [...left.line, ...right.line.toReversed()]
  const outline = closed.map((_, n) => {
    const near = [-2, -1, 0, 1, 2].map((by) => closed[(n + by + closed.length) % closed.length]!)
    const mean = (of: (p: Point) => number) => near.reduce((sum, p) => sum + of(p), 0) / near.length
    return { x: mean(({ x }) => x) + random() - 0.5, y: mean(({ y }) => y) + random() - 0.5 }
  })
  const at = Object.fromEntries(
    Object.keys(left.found).map((name) => [name, [left.found[name]!, right.found[name]!]]),
  )
  return { outline, at }
}

function middleOf(outline: readonly Point[]): number {
  const xs = outline.map(({ x }) => x)
  return (Math.min(...xs) + Math.max(...xs)) / 2
}

const SEEDS = sampled(2, [1, 2, 3, 4, 5])

function silhouette(make: (b: Between) => Corner[], seed: number) {
  const random = seededRandom(97 * seed)
  return draw(
    make((from, to) => from + (to - from) * random()),
    seed,
  )
}

// The reading of garments rests on this: pictures of shops may not be kept here.
describe('silhouettes of tops', () => {
  test.each(Object.keys(TOPS))('%s: corners lie where they are drawn', (name) => {
    for (const seed of SEEDS) {
      const { outline, at } = silhouette(TOPS[name]!, seed)
      const read = readTop(outline, middleOf(outline))
      expect(read, `seed ${seed}`).toBeDefined()
      const { shape } = read!
      expect(Boolean(shape.sleeves), `sleeves, seed ${seed}`).toBe(at['cuffOuter'] !== undefined)
      const found: Record<string, readonly Point[] | undefined> = {
        hem: [shape.hem[0]!, shape.hem.at(-1)!],
        armpit: shape.armpits,
        tip: shape.tips,
        neck: shape.neck,
        cuffInner: shape.sleeves?.map(({ inner }) => inner.at(-1)!),
        cuffOuter: shape.sleeves?.map(({ outer }) => outer.at(-1)!),
      }
      for (const [corner, places] of Object.entries(found)) {
        for (const [n, point] of (places ?? []).entries()) {
          // A side that goes on straight into an armhole has no corner that is its armpit.
          const most = corner === 'armpit' ? (shape.sleeves ? 0.1 : 0.2) : 0.07
          const off = distance(point, at[corner]![n]!) / Math.min(spanOf(outline), 200)
          expect(off, `${corner} ${n}, seed ${seed}`).toBeLessThan(most)
        }
      }
    }
  })
})

/** A top whose sleeves lie along its sides and end below its hem: its outline shows no armpit. */
function sleevesBeside(b: Between): Corner[] {
  const [chest, hem, cuff] = [b(74, 92), b(205, 240), b(34, 62)]
  const inner = { out: chest + b(-6, 4), down: hem + b(24, 60) }
  return [
    { name: 'hem', out: chest, down: hem, bulge: b(-2, 3) },
    { name: 'cuffInner', ...inner },
    { name: 'cuffOuter', out: inner.out + cuff, down: inner.down - b(0, 8) },
    { name: 'tip', out: chest + b(6, 14), down: b(26, 36), bulge: b(0, 4) },
    { name: 'neck', out: b(36, 48), down: 2 },
    { name: 'top', out: 0, down: b(8, 14) },
  ]
}

describe('silhouettes of tops with sleeves along their sides', () => {
  test.each([...SEEDS, 6, 7, 8])('are read, seed %i', (seed) => {
    const { outline, at } = silhouette(sleevesBeside, seed)
    const { shape, isSure } = readTop(outline, middleOf(outline))!
    expect(isSure).toBe(true)
    const found = {
      hem: [shape.hem[0]!, shape.hem.at(-1)!],
      tip: shape.tips,
      neck: shape.neck,
      cuffInner: shape.sleeves!.map(({ inner }) => inner.at(-1)!),
      cuffOuter: shape.sleeves!.map(({ outer }) => outer.at(-1)!),
    }
    for (const [corner, places] of Object.entries(found)) {
      for (const [n, point] of places.entries()) {
        expect(distance(point, at[corner]![n]!), `${corner} ${n}`).toBeLessThan(14)
      }
    }
    // An armpit lies above the end of the hem, as deep below the shoulders as those that show.
    for (const [n, { x, y }] of shape.armpits.entries()) {
      expect(Math.abs(x - at['hem']![n]!.x)).toBeLessThan(14)
      expect((y - shape.tips[n]!.y) / distance(...shape.tips)).toBeCloseTo(0.42, 1)
    }
  })
})

test('an armpit that a half filled gap hides lies as high as the other one', () => {
  const random = seededRandom(97)
  const between: Between = (from, to) => from + (to - from) * random()
  const { outline, at } = draw(TOPS['long sleeves, hanging']!(between), 1)
  const [armpit, cuff] = [at['armpit']![0]!, at['cuffInner']![0]!]
  // The gap at the left begins 40 pixels lower.
  const filled = outline.filter(({ x, y }) => {
    const isInGap = x > cuff.x - 10 && x < armpit.x + 12 && y < armpit.y + 40
    return !(isInGap && y > armpit.y - 10)
  })
  const { shape } = readTop(filled, middleOf(filled))!
  expect(Math.abs(shape.armpits[0]!.y - shape.armpits[1]!.y)).toBeLessThan(4)
  expect(shape.armpits[0]!.y).toBeLessThan(armpit.y + 12)
  expect(shape.sides[0]![0]).toEqual(shape.armpits[0])
})

describe('silhouettes of what hangs from a waist', () => {
  test.each(Object.keys(LOWERS))('%s: is read, and is surely no top with sleeves', (name) => {
    for (const seed of SEEDS) {
      const { outline } = silhouette(LOWERS[name]!, seed)
      const middle = middleOf(outline)
      expect(Boolean(readLowerShape(outline, middle)?.legs), `seed ${seed}`).toBe(name !== 'skirt')
      const top = readTop(outline, middle)
      expect(top?.isSure && top.shape.sleeves, `seed ${seed}`).toBeFalsy()
    }
  })
})

/** Half of a top whose sleeves go on across the shoulders in one line. */
const offShoulder = (b: Between): Corner[] => [
  { name: 'hem', out: b(70, 80), down: b(140, 160) },
  { name: 'armpit', out: b(80, 88), down: b(100, 110) },
  { name: 'cuffInner', out: b(108, 116), down: b(116, 124) },
  { name: 'cuffOuter', out: b(158, 168), down: b(104, 112), bulge: 4 },
  { name: 'tip', out: b(128, 134), down: b(8, 12) },
  { name: 'top', out: 0, down: b(2, 6) },
]

test('a top off the shoulders is no skirt, though its upper edge is level', () => {
  for (const seed of SEEDS) {
    const { outline } = silhouette(offShoulder, seed)
    expect(readLowerShape(outline, middleOf(outline)), `seed ${seed}`).toBeUndefined()
  }
})

/** Half of trousers whose legs taper to ankles that stand together. */
const tapered = (b: Between): Corner[] => [
  { name: 'crotch', out: 0, down: b(95, 115) },
  { name: 'inner', out: b(6, 10), down: 400 },
  { name: 'hem', out: b(34, 40), down: 398 },
  { name: 'hip', out: b(80, 86), down: b(120, 130), bulge: 3 },
  { name: 'waist', out: b(66, 72), down: 2 },
  { name: 'top', out: 0, down: b(3, 8) },
]

test('trousers that narrow to half of their hips are trousers', () => {
  for (const seed of SEEDS) {
    const { outline } = silhouette(tapered, seed)
    expect(readLowerShape(outline, middleOf(outline))?.legs, `seed ${seed}`).toBeDefined()
  }
})

describe('what rises between its upper corners', () => {
  const skirtThatRises = (by: number) => {
    const [left, right] = [
      { x: 0, y: 100 },
      { x: 200, y: 100 },
    ]
    const waist = [left, right] as const
    return { waist, waistline: [left, { x: 100, y: 100 - by }, right], sides: [[], []] as const }
  }

  test('is no skirt but a dress, from a limit on', () => {
    const shapes = [11, 13].map(skirtThatRises) as unknown as Parameters<typeof hasShoulders>[0][]
    expect(shapes.map(hasShoulders)).toEqual([false, true])
  })

  test('is no drawn skirt and no trousers', () => {
    for (const name of ['skirt', 'trousers', 'shorts']) {
      for (const seed of SEEDS) {
        const { outline } = silhouette(LOWERS[name]!, seed)
        expect(hasShoulders(readLowerShape(outline, middleOf(outline))!), name).toBe(false)
      }
    }
  })
})
