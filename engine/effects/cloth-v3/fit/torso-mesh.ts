import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { beside, resamplePolyline, withoutSteppingBack } from '../../../geometry/polyline.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Sides, TopShape } from '../garment.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from '../measure/torso-axes.ts'
import {
  BESIDE_NECK,
  FITTED_TOP_LENGTHENED,
  FITTED_TOP_ROWS,
  MESH_COLUMNS,
  SHOULDER_PLACES,
  YOKE_DEEP,
  YOKE_EVENED,
} from '../tuning.ts'
import { heightsOf, withEvenRows } from './even-rows.ts'
import type { Yoke } from './fit-yoke.ts'
import { curveToHem, type Mesh, meshBetween, wrapFactor, wrapPosition } from './mesh.ts'
import type { TorsoEdges } from './torso-edges.ts'

/**
 * The torso of a top as it is worn, the rows of it that may have a print, its hem, and the neck's edge where it lies.
 * @param down how much longer than the scale says it is drawn below the armpits, at either side
 * @param isLengthened whether that is more than the whole of it is stretched: plain cloth at the hem is
 */
export function torsoMesh(
  cut: TopShape,
  {
    edges,
    yoke,
    scale,
    down,
    isLengthened,
  }: { edges: TorsoEdges; yoke: Yoke; scale: number; down: Sides<number>; isLengthened: boolean },
  torso: TorsoAxes,
): { torso: Mesh; printed: Mesh; hem: Point[]; neckline: Point[] } {
  const flat = heightsOf(cut)
  const length = ((down[0] + down[1]) / 2) * scale * (flat.hem - flat.armpits)
  const shape = withEvenRows(cut, {
    tips: pixelToTorso(torso, pointBetween(...yoke.tips, 0.5)).v,
    armpits: edges.armpitHeight,
    hem: edges.armpitHeight + length,
  })
  const longer = (flat.hem - flat.armpits) / (flat.hem - heightsOf(shape).armpits)
  const even = [longer * down[0], longer * down[1]] as const
  const plainBelow = isLengthened ? cut.plainBelow : undefined
  const lower = lowerMesh({ ...shape, plainBelow }, edges, scale, even, torso)
  const laid = withEvenDepth(yoke, shape, edges.armpits, torso)
  const upper = upperMesh(shape, edges, laid, scale)
  const mesh: Mesh = {
    columns: upper.columns,
    rows: upper.rows + lower.rows - 1,
    worn: [...upper.worn, ...lower.worn.slice(lower.columns)],
    flat: [...upper.flat, ...lower.flat.slice(lower.columns)],
  }
  const rows =
    plainBelow === undefined
      ? mesh.rows
      : mesh.flat.filter((place, n) => n % mesh.columns === 0 && place.y <= plainBelow).length
  const printed = {
    columns: mesh.columns,
    rows,
    worn: mesh.worn.slice(0, rows * mesh.columns),
    flat: mesh.flat.slice(0, rows * mesh.columns),
  }
  const hem = lower.worn.slice(-lower.columns)
  return { torso: mesh, printed, hem, neckline: laid.neckline }
}

/**
 * A yoke whose neck's edge, if it is deep, is as deep as all between neck and armpits is stretched, so that what little
 * cloth is left below it is neither drawn out nor folded up.
 */
function withEvenDepth(yoke: Yoke, shape: TopShape, armpits: Sides<Point>, torso: TorsoAxes): Yoke {
  const middle = ([a, b]: Sides<Point>): Point => pointBetween(a, b, 0.5)
  const deep =
    depthOf(shape.neckline) / depthOf([shape.neck[0], middle(shape.armpits), shape.neck[1]])
  const depth = depthOf(yoke.neckline)
  // As if its ends were raised with its middle.
  const whole = depth + yoke.filled
  const own =
    whole / (depthOf([yoke.neckline[0]!, middle(armpits), yoke.neckline.at(-1)!]) + yoke.filled)
  const stretch =
    own > 0 ? 1 + smoothstep(YOKE_DEEP.from, YOKE_DEEP.to, deep) * (deep / own - 1) : 1
  const by = depth > 0 ? (stretch * whole - yoke.filled) / depth : 1
  if (by === 1) return yoke
  const [first, ...rest] = yoke.neckline.map((point) => pixelToTorso(torso, point))
  const last = rest.at(-1)!
  const neckline = [first!, ...rest].map(({ u, v }) => {
    const end = first!.v + ((u - first!.u) / (last.u - first!.u)) * (last.v - first!.v)
    return torsoToPixel(torso, u, end + by * (v - end))
  })
  const before = SHOULDER_PLACES.length + 1
  const top = [
    ...yoke.top.slice(0, before),
    ...neckline,
    ...yoke.top.slice(before + neckline.length),
  ]
  return { ...yoke, neckline, top }
}

/** How far the lowest point of a line lies below the straight one between its ends, in pixels. */
function depthOf(line: readonly Point[]): number {
  const [first, last] = [line[0]!, line.at(-1)!]
  return Math.max(...line.map((point) => beside(first, last, point)))
}

/** From the armpits to the hem, which keeps its own curve. */
function lowerMesh(
  shape: TopShape,
  edges: TorsoEdges,
  scale: number,
  down: Sides<number>,
  torso: TorsoAxes,
): Mesh {
  const left = resamplePolyline(withoutSteppingBack(shape.sides[0]), FITTED_TOP_ROWS.torso)
  const right = resamplePolyline(withoutSteppingBack(shape.sides[1]), FITTED_TOP_ROWS.torso)
  const start = (shape.armpits[0].y + shape.armpits[1].y) / 2
  const end = shape.hem[shape.hem.length >> 1]!.y
  const heightOf = (side: 0 | 1, y: number): number =>
    edges.armpitHeight + scale * drawnOut(y - start, down[side], shape.plainBelow, { start, end })
  const worn = { left: [] as Point[], right: [] as Point[] }
  for (let n = 0; n < FITTED_TOP_ROWS.torso; n++) {
    const [a, b] = [heightOf(0, left[n]!.y), heightOf(1, right[n]!.y)]
    worn.left.push(n === 0 ? edges.armpits[0] : torsoToPixel(torso, -edges.reach[0](a), a))
    worn.right.push(n === 0 ? edges.armpits[1] : torsoToPixel(torso, edges.reach[1](b), b))
  }
  const mesh = meshBetween(worn, { left, right }, scale)
  curveToHem(mesh, shape.hem, ((down[0] + down[1]) / 2) * scale, torso.down)
  return mesh
}

/** How far below the armpits a row lies, product pixels: plain cloth above the hem takes up what is missing. */
function drawnOut(
  below: number,
  factor: number,
  plainBelow: number | undefined,
  { start, end }: { start: number; end: number },
): number {
  if (plainBelow === undefined || plainBelow >= end) return factor * below
  const printed = Math.max(0, plainBelow - start)
  const own = Math.min(factor, FITTED_TOP_LENGTHENED.printed)
  if (below <= printed) return own * below
  const plain = (factor * (end - start) - own * printed) / (end - start - printed)
  return own * printed + plain * (below - printed)
}

/**
 * The part of a top from the shoulders and the neck's edge to the armpits. All of its columns are stretched alike near
 * the armpits, so that stripes are level there, and at the neck's edge, so that a trim is as wide all along; what a
 * neckline that was raised, lowered or tilted adds to one or takes from it lies between both.
 */
function upperMesh(shape: TopShape, edges: TorsoEdges, yoke: Yoke, scale: number): Mesh {
  const columns = MESH_COLUMNS
  const [flatLeft, flatRight] = shape.armpits
  const [wornLeft, wornRight] = edges.armpits
  const bend = wrapFactor((scale * distance(flatLeft, flatRight)) / distance(wornLeft, wornRight))
  const [first, last] = [shape.neckline[0]!, shape.neckline.at(-1)!]
  const flatTop = [
    ...[
      shape.tips[0],
      ...SHOULDER_PLACES.map((share) => pointBetween(shape.tips[0], first, share)),
    ],
    ...shape.neckline,
    ...SHOULDER_PLACES.map((share) => pointBetween(shape.tips[1], last, share)).toReversed(),
    shape.tips[1],
  ]
  const shares = topShares(shape)
  const mesh: Mesh = { columns, rows: FITTED_TOP_ROWS.yoke + 1, worn: [], flat: [] }
  const flatOver = pointsAt(flatTop, shares, columns)
  const wornOver = pointsAt(yoke.top, shares, columns)
  const lower = Array.from({ length: columns }, (_, column) => {
    const t = (2 * column) / (columns - 1) - 1
    return {
      flat: pointBetween(flatLeft, flatRight, (t + 1) / 2),
      worn: pointBetween(wornLeft, wornRight, (wrapPosition(t, bend) + 1) / 2),
    }
  })
  const tall = lower.map(({ flat }, column) => flat.y - flatOver[column]!.y)
  const pullAt = (column: number): number =>
    distance(lower[column]!.worn, wornOver[column]!) / tall[column]!
  const pull = (pullAt(BESIDE_NECK) + pullAt(columns - 1 - BESIDE_NECK)) / 2
  for (let row = 0; row <= FITTED_TOP_ROWS.yoke; row++) {
    const share = row / FITTED_TOP_ROWS.yoke
    for (const [column, { flat, worn }] of lower.entries()) {
      const over = wornOver[column]!
      const own = distance(worn, over)
      const even = pull * tall[column]!
      mesh.flat.push(pointBetween(flatOver[column]!, flat, share))
      const down = share * even + (own - even) * smoothstep(0, YOKE_EVENED, share)
      mesh.worn.push(pointBetween(over, worn, down / own))
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
  const left = SHOULDER_PLACES.map((share) => -1 + share * (ends[0] + 1))
  const right = SHOULDER_PLACES.map((share) => 1 + share * (ends[1] - 1)).toReversed()
  return [-1, ...left, ...inner, ...right, 1]
}

/** Points of a line at even places across. */
function pointsAt(line: readonly Point[], shares: readonly number[], count: number): Point[] {
  return Array.from({ length: count }, (_, n) => {
    const t = (2 * n) / (count - 1) - 1
    let i = 1
    while (i < shares.length - 1 && shares[i]! < t) i++
    const [a, b] = [shares[i - 1]!, shares[i]!]
    return pointBetween(
      line[i - 1]!,
      line[i]!,
      b <= a ? 0 : Math.min(1, Math.max(0, (t - a) / (b - a))),
    )
  })
}
