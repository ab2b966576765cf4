import { describe, expect, test } from 'vitest'
import { withEvenRows } from '../../../../../engine/effects/cloth-v3/fit/even-rows.ts'
import { fitYoke } from '../../../../../engine/effects/cloth-v3/fit/fit-yoke.ts'
import type { Mesh } from '../../../../../engine/effects/cloth-v3/fit/mesh.ts'
import { torsoMesh } from '../../../../../engine/effects/cloth-v3/fit/torso-mesh.ts'
import { pairOf, type TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { MESH_COLUMNS } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { distance, type Point } from '../../../../../engine/geometry/point.ts'

const TORSO = {
  origin: { x: 150, y: 100 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 140,
  length: 200,
}

/** A top without sleeves, its neck 60 pixels wide. */
const BOW = Array.from({ length: 21 }, (_, n) => ({
  x: 120 + 3 * n,
  y: 20 + 25 * (1 - (n / 10 - 1) ** 2),
}))
const SHAPE: TopShape = {
  neck: [BOW[0]!, BOW.at(-1)!],
  tips: [
    { x: 75, y: 32 },
    { x: 225, y: 32 },
  ],
  armpits: [
    { x: 80, y: 110 },
    { x: 220, y: 110 },
  ],
  sides: pairOf((n) => [110, 180, 260].map((y) => ({ x: n === 0 ? 80 : 220, y }))),
  hem: [80, 150, 220].map((x) => ({ x, y: 260 })),
  neckline: BOW,
  nape: BOW,
}

test('a trim is as wide at both sides of a neck whose ends lie at unlike heights', () => {
  const tilted = ({ x, y }: Point): Point => ({ x, y: y + 55 - 0.25 * (x - 150) })
  const yoke = {
    filled: 0,
    tips: pairOf((n) => tilted(SHAPE.tips[n])),
    neck: pairOf((n) => tilted(SHAPE.neck[n])),
    neckline: BOW.map(tilted),
    top: [
      ...[SHAPE.tips[0], { x: 90, y: 28 }, { x: 98, y: 26 }, { x: 105, y: 24 }, { x: 112, y: 22 }],
      ...BOW,
      ...[
        { x: 188, y: 22 },
        { x: 195, y: 24 },
        { x: 202, y: 26 },
        { x: 210, y: 28 },
        SHAPE.tips[1],
      ],
    ].map(tilted),
  }
  const edges = {
    reach: pairOf(() => () => 70),
    armpits: pairOf((n) => ({ x: n === 0 ? 80 : 220, y: 165 })),
    armpitHeight: 65,
  }
  const { torso } = torsoMesh(
    SHAPE,
    { edges, yoke, scale: 1, down: [1, 1], isLengthened: false },
    TORSO,
  )
  /** How much longer the cloth just below the neck's edge is drawn than it is, at a share of the way across. */
  const drawnAt = (share: number): number => {
    const column = Math.round(share * (torso.columns - 1))
    const row = 2 * torso.columns + column
    const along = (points: readonly Point[]): number => distance(points[column]!, points[row]!)
    return along(torso.worn) / along(torso.flat)
  }
  expect(drawnAt(0.36) / drawnAt(0.64)).toBeGreaterThan(0.75)
  expect(drawnAt(0.36) / drawnAt(0.64)).toBeLessThan(1.35)
})

/** A V as deep as a share of the way to the armpits, on somebody whose armpits lie so far below the neck. */
function deepMesh(share: number, room: number, filled = 0): Mesh {
  const edge = (deep: number): Point[] =>
    BOW.map(({ x }) => ({ x, y: 20 + deep * (1 - Math.abs(x - 150) / 30) }))
  const shape = { ...SHAPE, neckline: edge(share * 90), nape: edge(share * 90) }
  const side = (n: 0 | 1): Point[] =>
    [90, 98, 105, 112].map((x, i) => ({ x: n === 0 ? x : 300 - x, y: 28 - 2 * i }))
  const neckline = edge(share * 90 - filled)
  const yoke = {
    filled,
    tips: SHAPE.tips,
    neck: SHAPE.neck,
    neckline,
    top: [SHAPE.tips[0], ...side(0), ...neckline, ...side(1).toReversed(), SHAPE.tips[1]],
  }
  const down = { origin: { x: 150, y: 20 }, right: { x: 1, y: 0 }, down: { x: 0, y: 1 } }
  const edges = {
    reach: pairOf(() => () => 70),
    armpits: pairOf((n) => ({ x: n === 0 ? 80 : 220, y: 20 + room })),
    armpitHeight: room,
  }
  const scales = { scale: 1, down: [room / 90, room / 90] as const, isLengthened: false }
  const torso = { ...down, shoulders: 140, length: 200 }
  return torsoMesh(shape, { edges, yoke, ...scales }, torso).torso
}

describe('a deep neck', () => {
  /** How much longer the cloth right below its middle is drawn than it is, each time to the next row. */
  function drawnBelow({ columns, worn, flat }: Mesh): number[] {
    const middle = columns >> 1
    return Array.from({ length: 8 }, (_, row) => {
      const [from, to] = [row * columns + middle, (row + 1) * columns + middle]
      return (worn[to]!.y - worn[from]!.y) / (flat[to]!.y - flat[from]!.y)
    })
  }

  test.each([
    ['high armpits', 68],
    ['low ones', 120],
  ])('is neither folded over nor drawn out over %s', (_, room) => {
    const drawn = drawnBelow(deepMesh(0.8, room))
    expect(Math.min(...drawn)).toBeGreaterThan((0.7 * room) / 90)
    expect(Math.max(...drawn)).toBeLessThan((1.3 * room) / 90)
  })
})

test.each([0.6, 0.8])(
  'a neck %s as deep that covers a collar ends as high as one that is raised all over',
  (share) => {
    const lowest = (room: number, filled: number): number =>
      deepMesh(share, room, filled).worn[MESH_COLUMNS >> 1]!.y
    expect(Math.abs(lowest(90, 12) - (lowest(102, 0) - 12))).toBeLessThan(1.5)
  },
)

test('some cloth is left above the armpits below a deep neck, as far as they are moved up for even rows', () => {
  const neckline = BOW.map(({ x }) => ({ x, y: 20 + 80 * (1 - Math.abs(x - 150) / 30) }))
  const { armpits } = withEvenRows({ ...SHAPE, neckline }, { tips: 0, armpits: 50, hem: 300 })
  expect(armpits[0].y).toBeGreaterThan(104)
  expect(armpits[0].y).toBeLessThan(106)
  const shallow = withEvenRows(SHAPE, { tips: 0, armpits: 50, hem: 300 }).armpits
  expect(shallow[0].y).toBeLessThan(85)
})

describe('the line of a shoulder', () => {
  const size = { width: 300, height: 300 }
  /** How far above a straight line a top lies half-way along the left shoulder, where the person's does so far. */
  function riseOver(bulge: number): number {
    const over = (x: number): number =>
      x < 75 || x > 225
        ? 300
        : 82 -
          30 * Math.min(1, (75 - Math.abs(x - 150)) / 45) -
          bulge * Math.max(0, 1 - Math.abs(Math.abs(x - 150) - 52) / 20)
    const data = Uint8Array.from({ length: size.width * size.height }, (_, at) =>
      Math.floor(at / size.width) >= over(at % size.width) ? 255 : 0,
    )
    const nothing = { ...size, data: new Uint8Array(data.length) }
    const wearer = {
      picture: { ...size, data: new Uint8Array(4 * data.length) },
      body: { mask: { ...size, data } },
      torso: TORSO,
      arms: pairOf((n) => [95, 170, 240].map((y) => ({ x: n === 0 ? 85 : 215, y }))),
      regions: {
        hair: nothing,
        'face-skin': nothing,
        'body-skin': nothing,
        'upper-garment': nothing,
      },
    } as unknown as Wearer
    const { top, tips, neckline } = fitYoke(SHAPE, wearer, 1)
    const middle = top[2]!
    const [tip, neck] = [tips[0], neckline[0]!]
    const straight = tip.y + ((middle.x - tip.x) / (neck.x - tip.x)) * (neck.y - tip.y)
    return straight - middle.y
  }

  test('follows the person above a straight one, so that no strap that is worn stands over it', () => {
    expect(riseOver(5) - riseOver(0)).toBeGreaterThan(2)
  })
})

describe('the shoulder of a top without sleeves', () => {
  const size = { width: 300, height: 300 }
  /** How far out it ends where what is worn goes so far out on a level shoulder, from so far below its outline on. */
  function tipOver(worn: number, shape: TopShape = SHAPE, below = 0): number {
    const maskOf = (is: (x: number, y: number) => boolean) => ({
      ...size,
      data: Uint8Array.from({ length: size.width * size.height }, (_, at) =>
        is(at % size.width, Math.floor(at / size.width)) ? 255 : 0,
      ),
    })
    const nothing = maskOf(() => false)
    const wearer = {
      picture: { ...size, data: new Uint8Array(4 * size.width * size.height) },
      body: { mask: maskOf((x, y) => y >= 76 && Math.abs(x - 150) < 105) },
      torso: TORSO,
      arms: pairOf((n) => [95, 170, 240].map((y) => ({ x: n === 0 ? 80 : 220, y }))),
      regions: {
        hair: nothing,
        'face-skin': nothing,
        'body-skin': nothing,
        'upper-garment': maskOf((x, y) => y >= 76 + below && Math.abs(x - 150) < worn),
      },
    } as unknown as Wearer
    return fitYoke(shape, wearer, 1).tips[1].x - 150
  }

  test('reaches over a strap that ends a little farther out', () => {
    expect(tipOver(60)).toBeCloseTo(75, 0)
    expect(tipOver(84)).toBeGreaterThan(84)
    expect(tipOver(84)).toBeLessThan(86)
    expect(tipOver(94)).toBeGreaterThan(93)
    expect(tipOver(84, SHAPE, 3)).toBeGreaterThan(84)
  })

  test('but over no sleeve, nor does one that has sleeves itself', () => {
    expect(tipOver(96)).toBeCloseTo(75, 0)
    expect(tipOver(84, SHAPE, 8)).toBeCloseTo(75, 0)
    const sleeves = pairOf(() => ({ inner: [], outer: [] }))
    expect(tipOver(84, { ...SHAPE, sleeves })).toBeCloseTo(75, 0)
  })
})

describe("a neck's edge over a collar that is worn", () => {
  const size = { width: 300, height: 300 }
  const maskOf = (is: (x: number, y: number) => boolean) => ({
    ...size,
    data: Uint8Array.from({ length: size.width * size.height }, (_, at) =>
      is(at % size.width, Math.floor(at / size.width)) ? 255 : 0,
    ),
  })
  const sloping = (x: number): number => 60 + 0.4 * Math.max(0, Math.abs(x - 150) - 30)

  /** Where the edge lies, its ends and its middle, on somebody who wears that. */
  function edgeOver(
    worn: (x: number, y: number) => boolean,
    shape: TopShape = SHAPE,
  ): { ends: number[]; middle: number } {
    const body = maskOf((x, y) => y >= sloping(x) || Math.abs(x - 150) < 22)
    const nothing = maskOf(() => false)
    const wearer = {
      picture: { ...size, data: new Uint8Array(4 * size.width * size.height) },
      body: { mask: body },
      torso: TORSO,
      arms: pairOf((n) => [95, 170, 240].map((y) => ({ x: n === 0 ? 85 : 215, y }))),
      regions: {
        hair: nothing,
        'face-skin': nothing,
        'body-skin': nothing,
        'upper-garment': maskOf(worn),
      },
    } as unknown as Wearer
    const { neckline } = fitYoke(shape, wearer, 1)
    return { ends: [neckline[0]!.y, neckline.at(-1)!.y], middle: neckline[10]!.y }
  }
  const bare = edgeOver(() => false)

  /** How far the ends and the middle are raised. */
  function raisedOver(worn: (x: number, y: number) => boolean): { ends: number; middle: number } {
    const { ends, middle } = edgeOver(worn)
    const rises = ends.map((y, n) => bare.ends[n]! - y)
    return { ends: Math.max(...rises), middle: bare.middle - middle }
  }
  /** A crew neck whose edge lies so far above the new one's middle. */
  const crew =
    (by: number) =>
    (x: number, y: number): boolean =>
      Math.abs(x - 150) < 30 && y >= bare.middle - by - 0.02 * (x - 150) ** 2

  test('is raised in its middle, and at its ends no more than a collar stands', () => {
    const { ends, middle } = raisedOver(crew(10))
    expect(middle).toBeGreaterThan(8)
    expect(middle).toBeLessThan(11)
    expect(ends).toBeGreaterThan(3.5)
    expect(ends).toBeLessThan(4.5)
  })

  test('lies on the shoulders where nothing is worn above it', () => {
    expect(raisedOver(crew(-5))).toEqual({ ends: 0, middle: 0 })
  })

  test('keeps half of its depth, and leaves the rest of what is worn to become skin', () => {
    const flatter = BOW.map(({ x, y }) => ({ x, y: 20 + 0.4 * (y - 20) }))
    const shallow = { ...SHAPE, neckline: flatter, nape: flatter }
    const { ends, middle } = edgeOver((x, y) => Math.abs(x - 150) < 15 && y >= 40, shallow)
    expect(middle - ends[0]!).toBeGreaterThan(4.5)
    expect(middle - ends[0]!).toBeLessThan(5.5)
  })

  test('is raised all over where much more than may become skin is above it', () => {
    const tall = (x: number, y: number): boolean => Math.abs(x - 150) < 30 && y >= 25
    expect(raisedOver(tall).ends).toBeGreaterThan(12)
  })

  test.each([
    ['a speck that shows beside the neck', 3, 4.5, 3.5],
    ['more of it', 9, 13, 6],
  ])('is raised at its ends by what covers it: %s', (_, tall, most, least) => {
    const beside = (x: number, y: number): boolean =>
      crew(12)(x, y) ||
      (Math.abs(x - 150) > 34 && Math.abs(x - 150) < 42 && y > sloping(x) - tall && y < 86)
    const { ends } = raisedOver(beside)
    expect(ends).toBeGreaterThan(least)
    expect(ends).toBeLessThan(most)
  })
})
