import type { Point } from '../../../geometry/point.ts'
import { resamplePolyline } from '../../../geometry/polyline.ts'
import { OUTLINE_FIT } from '../tuning.ts'

/**
 * A corner of a garment's outline: which way the outline turns there (1 outwards, -1 into a notch, 0 either), how much
 * that counts, and where it may lie: from the middle outwards in halves of the span, and down in heights.
 */
export type CornerModel = {
  name: string
  turn: -1 | 0 | 1
  counts: number
  out: readonly [number, number]
  down: readonly [number, number]
  /** How far down it usually lies, and how far from there, in widths of the outline at its shoulders. */
  deep?: { usual: number; within: number }
}

/**
 * The stretch of outline that leads to a corner from the one before it: its direction in degrees (0 away from the
 * middle, 90 up, 180 towards the middle), how far it may stray from it, how straight it is, and how long, in sizes.
 */
export type EdgeModel = {
  toward: number
  within: number
  stiff: number
  long: readonly [number, number]
  /** The same bounds in widths of the outline at its shoulders. */
  broad?: readonly [number, number]
}

/** Half of an outline, from the hem's middle up to the neck's: corners, and one more edge than there are corners. */
export type OutlineModel = {
  corners: readonly CornerModel[]
  edges: readonly EdgeModel[]
  /** What it costs to be a rare one, which two corners that lie close may feign. @default 0 */
  rare?: number
}

/** Indexes of the corners in the line that was fitted, and what is left over: 0 for a perfect fit. */
export type OutlineFit = { corners: number[]; cost: number }

/** Half of an outline as its model sees it: away from the middle and up, in sizes of the garment. */
export type HalfOutline = {
  points: Point[]
  span: number
  top: number
  height: number
  /** How far it reaches from the middle at its upper end. */
  shoulder: number
}

/**
 * Turns a half of an outline into what models are fitted to.
 * @param line from the hem's middle to the neck's, in pixels @param side -1 for the half at the left
 */
export function halfOutline(
  line: readonly Point[],
  { side, middle, size }: { side: -1 | 1; middle: number; size: number },
): HalfOutline {
  const points = resamplePolyline(line, OUTLINE_FIT.points).map(({ x, y }) => ({
    x: (side * (x - middle)) / size,
    y: -y / size,
  }))
  const ys = points.map(({ y }) => y)
  const [top, bottom] = [Math.max(...ys), Math.min(...ys)]
  const span = Math.max(...points.map(({ x }) => x))
  const upper = points.filter(({ y }) => y > top - OUTLINE_FIT.shoulder * Math.min(1, 2 * span))
  const shoulder = Math.max(...upper.map(({ x }) => x))
  return { points, span, top, height: top - bottom, shoulder }
}

/**
 * Fits a model's corners to half an outline: of all ways to place them in order along it the one that costs least, by
 * dynamic programming as in the optimal approximation of curves by polygons (Perez and Vidal 1994). Stretches cost by
 * how far they stray from their chord and from their usual direction, corners by how little the outline turns there.
 * @param near where the corners of the other half lie, if both are to agree
 * @returns undefined where no order of places satisfies the model
 */
export function fitOutline(
  half: HalfOutline,
  { corners, edges, rare = 0 }: OutlineModel,
  near?: readonly Point[],
): OutlineFit | undefined {
  const { points } = half
  const count = points.length
  const bends = bendsOf(points)
  const strays = strayOf(points)
  let costs = new Float64Array(count).fill(Infinity)
  costs[0] = 0
  const from: Int32Array[] = []
  const step = (own: (at: number) => number, edge: EdgeModel): void => {
    const next = new Float64Array(count).fill(Infinity)
    const best = new Int32Array(count).fill(-1)
    for (let to = 1; to < count; to++) {
      const place = own(to)
      if (place === Infinity) continue
      for (let at = 0; at < to; at++) {
        const before = costs[at]!
        if (before + place >= next[to]!) continue
        const cost = before + place + edgeCost(half, edge, strays, at, to)
        if (cost >= next[to]!) continue
        next[to] = cost
        best[to] = at
      }
    }
    costs = next
    from.push(best)
  }
  for (const [n, corner] of corners.entries()) {
    step((at) => cornerCost(half, at, corner, bends, near?.[n]), edges[n]!)
  }
  step((at) => (at === count - 1 ? 0 : Infinity), edges.at(-1)!)
  const cost = costs[count - 1]! + rare
  if (cost === Infinity) return undefined
  const found: number[] = []
  for (let n = from.length - 1, at = count - 1; n > 0; n--) {
    at = from[n]![at]!
    found.unshift(at)
  }
  return { corners: found, cost }
}

function cornerCost(
  { points, span, top, height, shoulder }: HalfOutline,
  at: number,
  { turn, counts, out, down, deep }: CornerModel,
  bends: Float64Array,
  near: Point | undefined,
): number {
  const { x, y } = points[at]!
  const [across, below] = [x / span, (top - y) / height]
  if (across < out[0] || across > out[1] || below < down[0] || below > down[1]) return Infinity
  const sharp = Math.min(1, Math.max(-1, (turn * bends[at]!) / OUTLINE_FIT.sharp))
  const apart = near ? OUTLINE_FIT.uneven * ((x - near.x) ** 2 + (y - near.y) ** 2) : 0
  const off = deep ? ((top - y) / (2 * shoulder) - deep.usual) / deep.within : 0
  return counts * (1 - sharp) + apart + OUTLINE_FIT.deep * off * off
}

function edgeCost(
  { points, shoulder }: HalfOutline,
  { toward, within, stiff, long, broad }: EdgeModel,
  stray: (from: number, to: number) => number,
  at: number,
  to: number,
): number {
  const [a, b] = [points[at]!, points[to]!]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy)
  if (length < long[0] || length > long[1]) return Infinity
  if (broad && (length < 2 * shoulder * broad[0] || length > 2 * shoulder * broad[1])) {
    return Infinity
  }
  const turned = (Math.atan2(dy, dx) * 180) / Math.PI - toward
  const off = Math.abs(((((turned + 180) % 360) + 360) % 360) - 180) / within
  // Short stretches have no certain direction.
  const sure = Math.min(1, length / OUTLINE_FIT.certain)
  const direction = sure * OUTLINE_FIT.direction * Math.max(0, off - 0.5) ** 2
  return direction + (stiff === 0 ? 0 : stiff * OUTLINE_FIT.stray * stray(at, to))
}

/** By how many degrees the line turns towards the middle at each point, over a window on both of its sides. */
function bendsOf(points: readonly Point[]): Float64Array {
  const { window } = OUTLINE_FIT
  return Float64Array.from(points, (point, n) => {
    const [before, after] = [
      points[Math.max(0, n - window)]!,
      points[Math.min(points.length - 1, n + window)]!,
    ]
    const [ax, ay] = [point.x - before.x, point.y - before.y]
    const [bx, by] = [after.x - point.x, after.y - point.y]
    return (Math.atan2(ax * by - ay * bx, ax * bx + ay * by) * 180) / Math.PI
  })
}

/** The sum of squared distances from a chord of the points between its ends, times their spacing, by prefix sums. */
function strayOf(points: readonly Point[]): (from: number, to: number) => number {
  const sums = [0, 1, 2, 3, 4].map(() => new Float64Array(points.length + 1))
  for (const [n, { x, y }] of points.entries()) {
    for (const [k, value] of [x, y, x * x, y * y, x * y].entries()) {
      sums[k]![n + 1] = sums[k]![n]! + value
    }
  }
  const spacing = Math.hypot(points[1]!.x - points[0]!.x, points[1]!.y - points[0]!.y)
  return (from, to) => {
    const [a, b] = [points[from]!, points[to]!]
    const [sx, sy, xx, yy, xy] = sums.map((sum) => sum[to]! - sum[from]!) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const count = to - from
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const square = dx * dx + dy * dy
    if (square === 0) return count
    const ux = xx - 2 * a.x * sx + count * a.x * a.x
    const uy = yy - 2 * a.y * sy + count * a.y * a.y
    const uv = xy - a.x * sy - a.y * sx + count * a.x * a.y
    return (Math.max(0, dy * dy * ux + dx * dx * uy - 2 * dx * dy * uv) / square) * spacing
  }
}
