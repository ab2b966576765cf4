import { Fault } from '../../../catalog/fault.ts'
import type { Point } from '../../raster/picture.ts'
import { cutAt, torsoReach, wornHem, wornHemLine } from './body-edges.ts'
import { fitSleeve, sleeveEnd } from './fit-sleeve.ts'
import type { Sides, TopShape } from './garment.ts'
import { type LowerBody, measureLowerBody } from './lower-body.ts'
import { bendOf, bendToHem, bent, type Mesh, meshBetween } from './mesh.ts'
import { between, distance, heightAt, onwards, resample } from './polyline.ts'
import { fromTorso, type Limb, onTorso, type Torso, valueAt, type Wearer } from './wearer.ts'
import { EASE, smoothed } from './widths.ts'

/** The parts of a top as they are worn, in the order in which they are laid over each other. */
export type WornTop = {
  torso: Mesh
  sleeves: Mesh[]
  /** The front's edge at the neck, from left to right. */
  neckline: Point[]
  hem: Point[]
  /** Pixels of the photo per pixel of the product. */
  scale: number
  /** The arms from the ends of the sleeves on. */
  bareArms: Point[][]
}

/** Shoulder points of a top lie so far apart, in widths between the joints. */
const TIPS = 1.16

/** How far a garment is stretched along to cover what was worn. */
const STRETCH = 1.16

/** A hem reaches at least so far below the one it covers, in widths of the shoulders. */
const COVER = 0.018

/** The most that the neck's edge is raised to cover the collar that is worn, in widths of the shoulders. */
const NECK = { raise: 0.09 } as const

/** Rows of the parts of a mesh. */
const ROWS = { yoke: 10, torso: 26 } as const

/**
 * Fits a top to a person: its shoulders to the person's, its sides to what was worn or to its own width, its sleeves
 * along the arms.
 * @throws Fault `pose` or `mismatch` for a person or what was worn that it cannot cover
 */
export function fitTop(shape: TopShape, wearer: Wearer, kind: 'top' | 'dress' = 'top'): WornTop {
  const { torso } = wearer
  const { drape } = shape
  const scale = drape
    ? torso.shoulders / drape.shoulders
    : (TIPS * torso.shoulders) / distance(...shape.tips)
  const lower = kind === 'dress' ? measureLowerBody(wearer) : undefined
  const edges = sidesOf(shape, wearer, scale, lower)
  const yoke = yokeOf(shape, wearer, scale)
  const hem = lower ? [{ u: 0, v: dressHem(wearer, lower) }] : topHem(wearer)
  const down = stretchToHem(shape, wearer, { scale, neck: yoke.neck, hem })
  const body = torsoMesh(shape, { edges, yoke, scale, down }, torso)
  const sleeves = (shape.sleeves ?? []).map((tube, n) =>
    fitSleeve(tube, shape, wearer, {
      side: n === 0 ? -1 : 1,
      tip: yoke.tips[n]!,
      armpit: edges.armpits[n]!,
      scale,
      reach: edges.reach[n as 0 | 1],
    }),
  )
  const bareArms = wearer.arms.map((arm, n) => {
    const end = shape.sleeves
      ? sleeveEnd(shape.sleeves[n]!, shape, wearer, n === 0 ? -1 : 1, scale)
      : 0
    return beyond(arm, end)
  })
  return { ...body, sleeves, neckline: yoke.neckline, scale, bareArms }
}

type Edges = {
  /** Half the width at each of `heights`, for each side. */
  reach: Sides<(v: number) => number>
  armpits: Sides<Point>
  armpitHeight: number
}

/** Half widths of the torso from the armpits down, by what is measured and by the garment's own width. */
function sidesOf(
  shape: TopShape,
  wearer: Wearer,
  scale: number,
  lower: LowerBody | undefined,
): Edges {
  const { torso } = wearer
  const armpitHeight = ARMPIT * torso.shoulders
  const measured = measureSides(wearer, lower)
  const own = (n: 0 | 1, v: number): number => {
    const side = shape.sides[n]
    const along = shape.armpits[n].y + (v - armpitHeight) / scale
    const point = side.find(({ y }) => y >= along) ?? side.at(-1)!
    const middle = (shape.armpits[0].x + shape.armpits[1].x) / 2
    return scale * Math.abs(point.x - middle)
  }
  const reach = ([0, 1] as const).map((n) => (v: number): number => {
    const fits = measured[n](Math.max(v, armpitHeight)) + EASE * torso.shoulders
    // A flat half width goes round a side: two thirds of it are seen.
    const loose = shape.drape ? own(n, v) : 0.55 * 0.86 * own(n, v) + 0.45 * fits
    const most = lower ? 1.5 : 1.25
    return Math.max(fits, Math.min(loose, most * fits))
  }) as unknown as Edges['reach']
  return { reach, armpits: armpitsAt(torso, reach), armpitHeight }
}

/** The height of the armpits below the shoulders' joints, in widths of the shoulders. */
const ARMPIT = 0.33

/** Where the armpits lie for half widths of the torso. */
export function armpitsAt(torso: Torso, reach: Edges['reach']): Sides<Point> {
  const v = ARMPIT * torso.shoulders
  return pairOf((n) => {
    const half = Math.min(0.6, Math.max(0.4, reach[n](v) / torso.shoulders))
    return fromTorso(torso, (n === 0 ? -1 : 1) * half * torso.shoulders, v)
  })
}

/** How far the torso reaches at each side with what is worn, by the height from the armpits down. */
export function measureSides(wearer: Wearer, lower: LowerBody | undefined): Edges['reach'] {
  const { torso } = wearer
  const legs = Math.max(...wearer.legs.map(([, , ankle]) => onTorso(torso, ankle).v))
  const most = lower ? legs : torso.length * 1.25
  const step = Math.max(1, torso.length / 60)
  return pairOf((n) => {
    const heights: number[] = []
    const reaches: number[] = []
    for (let v = (ARMPIT + 0.12) * torso.shoulders; v < most; v += step) {
      heights.push(v)
      const isLeg = lower && v > 0.9 * torso.length
      reaches.push(isLeg ? lower.reach[n](v) : torsoReach(wearer, n === 0 ? -1 : 1, v))
    }
    const smooth = smoothed(reaches, 4)
    // Cloth that is not tucked in hangs down from where the body is widest.
    for (let i = 1; i < smooth.length; i++) {
      if (heights[i]! > 0.55 * torso.length)
        smooth[i] = Math.max(smooth[i]!, 0.997 * smooth[i - 1]!)
    }
    const even = smoothed(smooth, 3)
    return (v) =>
      even[Math.min(even.length - 1, Math.max(0, Math.round((v - heights[0]!) / step)))]!
  })
}

type Yoke = { tips: Sides<Point>; neck: Sides<Point>; neckline: Point[]; top: Point[] }

/** The shoulders: over the outline of the person's, and the neck's edge between them at the garment's own depth. */
function yokeOf(shape: TopShape, wearer: Wearer, scale: number): Yoke {
  const { torso } = wearer
  const thick = shape.drape ? 0 : 0.015 * torso.shoulders
  const { across: tipsAcross, over: overTips } = shoulderTips(wearer)
  const tips = pairOf((n) => fromTorso(torso, tipsAcross[n]!, overTips[n]! - thick))
  const half = (scale * distance(...shape.neck)) / 2
  const neckAcross = [-half, half]
  // The shoulder rises to the neck by about two fifths of its length.
  const usualNeck = overTips.map((v, n) => v - 0.4 * (Math.abs(tipsAcross[n]!) - half))
  const overNeck = shoulderTops(wearer, neckAcross, usualNeck)
  const raise = raiseOver(shape, wearer, { scale, half, overNeck })
  const neck = pairOf((n) => {
    const v = overNeck[n]! - thick - raise
    const side = n === 0 ? -1 : 1
    return fromTorso(torso, side * Math.min(half, neckReach(wearer, side, v, half) + thick), v)
  })
  const place = (point: Point): Point => {
    const [a, b] = shape.neck
    const t = (point.x - a.x) / (b.x - a.x)
    const base = between(neck[0], neck[1], t)
    const flat = a.y + t * (b.y - a.y)
    const v = scale * (point.y - flat)
    return { x: base.x + v * torso.down.x, y: base.y + v * torso.down.y }
  }
  const neckline = shape.neckline.map(place)
  const top = [tips[0], ...neckline, tips[1]]
  return { tips, neck, neckline, top }
}

/** Where a garment's shoulders lie: across, beyond the joints, and the heights of the outline there. */
export function shoulderTips(wearer: Wearer): { across: number[]; over: [number, number] } {
  const { torso } = wearer
  const joints = wearer.arms.map(([joint]) => onTorso(torso, joint))
  const across = joints.map(({ u }) => u + Math.sign(u) * 0.06 * torso.shoulders)
  const usual = joints.map(({ v }) => v - 0.1 * torso.shoulders)
  return { across, over: shoulderTops(wearer, across, usual) }
}

function pairOf<Value>(make: (n: 0 | 1) => Value): Sides<Value> {
  return [make(0), make(1)]
}

/**
 * The heights of the outline of both shoulders. Where hair, a wall of the cloth's colour or a raised arm hides one, it
 * is as high over the usual place as the other.
 */
function shoulderTops(
  wearer: Wearer,
  across: readonly number[],
  usual: readonly number[],
): [number, number] {
  const { shoulders } = wearer.torso
  const over = pairOf((n) => {
    const v = shoulderTop(wearer, across[n]!, usual[n]!)
    return v === undefined ? undefined : v - usual[n]!
  })
  const [left, right] = [over[0] ?? over[1] ?? 0, over[1] ?? over[0] ?? 0]
  const high = Math.min(left, right)
  const alike = Math.abs(left - right) < 0.06 * shoulders
  return pairOf((n) => usual[n]! + (alike ? [left, right][n]! : high)) as [number, number]
}

/** The height of the shoulder's outline at a place across; undefined where it does not show near the usual one. */
function shoulderTop(wearer: Wearer, u: number, usual: number): number | undefined {
  const { torso, body, regions } = wearer
  const room = 0.12 * torso.shoulders
  for (let v = usual + room; v > usual - room; v--) {
    const point = fromTorso(torso, u, v)
    if (valueAt(regions.hair, point) >= 100) return undefined
    if (valueAt(body.mask, point) < 128) return v < usual + room ? v : undefined
  }
  return undefined
}

/** How far the neck reaches from the torso's axis at a height. */
function neckReach(
  { torso, body, regions }: Wearer,
  side: -1 | 1,
  v: number,
  most: number,
): number {
  for (let u = 0; u < most; u++) {
    const point = fromTorso(torso, side * u, v)
    if (valueAt(regions.hair, point) >= 100) return most
    if (valueAt(body.mask, point) < 128) return u < 0.14 * torso.shoulders ? most : u
  }
  return most
}

/** How far the neck's edge is raised to cover the collar that is worn. */
function raiseOver(
  shape: TopShape,
  { torso, regions }: Wearer,
  { scale, half, overNeck }: { scale: number; half: number; overNeck: readonly [number, number] },
): number {
  const [a, b] = shape.neck
  let most = 0
  for (const point of shape.neckline) {
    const t = (point.x - a.x) / (b.x - a.x)
    if (t < 0.12 || t > 0.88) continue
    const edge =
      overNeck[0] + t * (overNeck[1] - overNeck[0]) + scale * (point.y - a.y - t * (b.y - a.y))
    let [v, bare] = [edge, 0]
    for (let up = edge; up > edge - 2 * NECK.raise * torso.shoulders && bare < 3; up--) {
      const worn = valueAt(regions['upper-garment'], fromTorso(torso, (2 * t - 1) * half, up))
      bare = worn >= 100 ? 0 : bare + 1
      if (worn >= 100) v = up
    }
    most = Math.max(most, edge - v)
  }
  return Math.min(NECK.raise * torso.shoulders, most)
}

/** The hem that is worn; where its line does not show, as far down as most of it reaches. */
function topHem(wearer: Wearer): { u: number; v: number }[] {
  const line = wornHemLine(wearer)
  return line.length > 0 ? line : [{ u: 0, v: wornHem(wearer) }]
}

/** How much longer the torso is drawn than the scale says, so that the hem covers what was worn. */
function stretchToHem(
  shape: TopShape,
  { torso }: Wearer,
  { scale, neck, hem }: { scale: number; neck: Sides<Point>; hem: { u: number; v: number }[] },
): number {
  const start = (onTorso(torso, neck[0]).v + onTorso(torso, neck[1]).v) / 2
  const top = (shape.neck[0].y + shape.neck[1].y) / 2
  const middle = (shape.neck[0].x + shape.neck[1].x) / 2
  const usual = shape.hem[shape.hem.length >> 1]!.y
  const factors = hem.map(({ u, v }) => {
    const flat = heightAt(shape.hem, middle + u / scale) ?? usual
    return (v + COVER * torso.shoulders - start) / (scale * (flat - top))
  })
  const factor = Math.max(...factors)
  if (factor > STRETCH) {
    throw new Fault(
      'mismatch',
      'What is worn reaches lower than the garment of the reference: only a generator can invent what would show ' +
        'below it. A longer garment can be worn.',
    )
  }
  const like = shape.drape ? torso.length / (scale * shape.drape.length) : 1
  return Math.max(Math.min(STRETCH, Math.max(1 / STRETCH, like)), factor)
}

/** How far down what is worn reaches, a skirt or trousers among it, on the torso's axis. */
function dressHem(wearer: Wearer, { ends }: LowerBody): number {
  const heights = ([0, 1] as const).map((n) =>
    ends[n] === 0
      ? 0
      : onTorso(wearer.torso, cutAt(wearer.legs[n], ends[n], n === 0 ? -1 : 1).at).v,
  )
  return Math.max(wornHem(wearer), ...heights)
}

function torsoMesh(
  shape: TopShape,
  { edges, yoke, scale, down }: { edges: Edges; yoke: Yoke; scale: number; down: number },
  torso: Torso,
): { torso: Mesh; hem: Point[] } {
  const lower = lowerMesh(shape, edges, scale, down, torso)
  const upper = upperMesh(shape, edges, yoke, scale)
  const mesh: Mesh = {
    columns: upper.columns,
    rows: upper.rows + lower.rows - 1,
    worn: [...upper.worn, ...lower.worn.slice(lower.columns)],
    flat: [...upper.flat, ...lower.flat.slice(lower.columns)],
  }
  return { torso: mesh, hem: lower.worn.slice(-lower.columns) }
}

/** From the armpits to the hem, which keeps its own curve. */
function lowerMesh(shape: TopShape, edges: Edges, scale: number, down: number, torso: Torso): Mesh {
  const left = resample(onwards(shape.sides[0]), ROWS.torso)
  const right = resample(onwards(shape.sides[1]), ROWS.torso)
  const start = (shape.armpits[0].y + shape.armpits[1].y) / 2
  const heightOf = (y: number): number => edges.armpitHeight + down * scale * (y - start)
  const worn = { left: [] as Point[], right: [] as Point[] }
  for (let n = 0; n < ROWS.torso; n++) {
    const [a, b] = [heightOf(left[n]!.y), heightOf(right[n]!.y)]
    worn.left.push(n === 0 ? edges.armpits[0] : fromTorso(torso, -edges.reach[0](a), a))
    worn.right.push(n === 0 ? edges.armpits[1] : fromTorso(torso, edges.reach[1](b), b))
  }
  const mesh = meshBetween(worn, { left, right }, scale)
  bendToHem(mesh, shape.hem, down * scale, torso.down)
  return mesh
}

/** From the shoulders and the neck's edge to the armpits. */
function upperMesh(shape: TopShape, edges: Edges, yoke: Yoke, scale: number): Mesh {
  const columns = 25
  const [flatLeft, flatRight] = shape.armpits
  const [wornLeft, wornRight] = edges.armpits
  const bend = bendOf((scale * distance(flatLeft, flatRight)) / distance(wornLeft, wornRight))
  const flatTop = [shape.tips[0], ...shape.neckline, shape.tips[1]]
  const shares = topShares(shape)
  const mesh: Mesh = { columns, rows: ROWS.yoke + 1, worn: [], flat: [] }
  const flatOver = pointsAt(flatTop, shares, columns)
  const wornOver = pointsAt(yoke.top, shares, columns)
  for (let row = 0; row <= ROWS.yoke; row++) {
    const share = row / ROWS.yoke
    for (let column = 0; column < columns; column++) {
      const t = (2 * column) / (columns - 1) - 1
      const flat = between(flatLeft, flatRight, (t + 1) / 2)
      const worn = between(wornLeft, wornRight, (bent(t, bend) + 1) / 2)
      mesh.flat.push(between(flatOver[column]!, flat, share))
      mesh.worn.push(between(wornOver[column]!, worn, share))
    }
  }
  return mesh
}

/** How far across each point of the upper edge lies, −1 to 1. */
function topShares({ neck, neckline, armpits }: TopShape): number[] {
  const middle = (armpits[0].x + armpits[1].x) / 2
  const half = (armpits[1].x - armpits[0].x) / 2
  const ends = neck.map(({ x }) => (x - middle) / half) as unknown as Sides<number>
  const inner = neckline.map(
    ({ x }) => ends[0] + ((x - neck[0].x) / (neck[1].x - neck[0].x)) * (ends[1] - ends[0]),
  )
  return [-1, ...inner, 1]
}

/** Points of a line at even places across. */
function pointsAt(line: readonly Point[], shares: readonly number[], count: number): Point[] {
  return Array.from({ length: count }, (_, n) => {
    const t = (2 * n) / (count - 1) - 1
    let i = 1
    while (i < shares.length - 1 && shares[i]! < t) i++
    const [a, b] = [shares[i - 1]!, shares[i]!]
    return between(line[i - 1]!, line[i]!, b <= a ? 0 : Math.min(1, Math.max(0, (t - a) / (b - a))))
  })
}

/** A limb from a distance along it on. */
function beyond([first, second, third]: Limb, along: number): Point[] {
  const upper = distance(first, second)
  if (along < upper) return [between(first, second, along / upper), second, third]
  return [between(second, third, Math.min(1, (along - upper) / distance(second, third))), third]
}
