import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { heightAt, resamplePolyline, withoutSteppingBack } from '../../../geometry/polyline.ts'
import { pairOf, type Sides, type TopShape } from '../garment.ts'
import { crossSectionAt, wornHemHeight, wornHemLine } from '../measure/body-edges.ts'
import { leastSquaresSlope } from '../measure/least-squares-slope.ts'
import { isOneCloth, type LowerBody, measureLowerBody } from '../measure/lower-body.ts'
import { seenHem } from '../measure/seen-hem.ts'
import { extraHeight } from '../measure/standing-height.ts'
import {
  type Limb,
  pixelToTorso,
  type TorsoAxes,
  torsoToPixel,
  type Wearer,
} from '../measure/wearer.ts'
import {
  BESIDE_NECK,
  FITTED_TOP_ALIKE,
  FITTED_TOP_COVER,
  FITTED_TOP_LENGTHENED,
  FITTED_TOP_ROWS,
  FITTED_TOP_SLOPE,
  FITTED_TOP_STRETCH,
  MESH_COLUMNS,
  NARROW_SHOULDERS,
  SHOULDER_PLACES,
} from '../tuning.ts'
import { heightsOf, withEvenRows } from './even-rows.ts'
import { fitSleeve } from './fit-sleeve.ts'
import { fitYoke, shoulderSpan, type Yoke } from './fit-yoke.ts'
import { curveToHem, type Mesh, meshBetween, wrapFactor, wrapPosition } from './mesh.ts'
import { sleeveEnds } from './sleeve-end.ts'
import { armpitHeightOf, type TorsoEdges, torsoEdges } from './torso-edges.ts'

/** The parts of a top as they are worn, in the order in which they are laid over each other. */
export type WornTop = {
  torso: Mesh
  /** The rows of it that may have a print: without plain cloth that is lengthened. */
  printed: Mesh
  sleeves: Mesh[]
  /** The front's edge at the neck, from left to right. */
  neckline: Point[]
  hem: Point[]
  /** Pixels of the photo per pixel of the product. */
  scale: number
  /** The arms from the ends of the sleeves on. */
  bareArms: Point[][]
}

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
    : shoulderSpan(wearer) / shouldersOf(shape)
  const lower = kind === 'dress' ? measureLowerBody(wearer) : undefined
  const edges = torsoEdges(shape, wearer, scale, lower)
  const yoke = fitYoke(shape, wearer, scale)
  const hem = lower ? [{ u: 0, v: dressHem(wearer, lower) }] : topHem(wearer)
  const down = stretchToHem(shape, wearer, { scale, hem, yoke })
  const body = torsoMesh(shape, { edges, yoke, scale, down }, torso)
  const ends =
    shape.sleeves &&
    sleeveEnds(shape.sleeves, shape, wearer, { tips: yoke.tips, armpits: edges.armpits, scale })
  const sleeves = (shape.sleeves ?? []).map((tube, n) =>
    fitSleeve(tube, shape, wearer, {
      side: n === 0 ? -1 : 1,
      tip: yoke.tips[n]!,
      armpit: edges.armpits[n]!,
      end: ends![n]!,
      scale,
      reach: edges.reach[n as 0 | 1],
    }),
  )
  const bareArms = wearer.arms.map((arm, n) => beyond(arm, ends?.[n] ?? 0))
  return { ...body, sleeves, neckline: yoke.neckline, scale, bareArms }
}

/** The distance of a garment's shoulders; by its chest where straps alone lie on them. */
function shouldersOf({ tips, armpits, sleeves }: TopShape): number {
  const [own, chest] = [distance(...tips), distance(...armpits)]
  return sleeves || own > NARROW_SHOULDERS.from * chest ? own : NARROW_SHOULDERS.of * chest
}

/** The hem that is worn; where its line does not show, as far down as most of it reaches. */
function topHem(wearer: Wearer): { u: number; v: number }[] {
  const seen = isOneCloth(wearer) ? seenHem(wearer, wornHemHeight(wearer)) : undefined
  if (seen !== undefined) return [{ u: 0, v: seen }]
  const line = wornHemLine(wearer)
  return line.length > 0 ? line : [{ u: 0, v: wornHemHeight(wearer) }]
}

/**
 * How much longer the torso is drawn below the armpits than the scale says, so that the hem covers what was worn: at
 * its left and right side, as a hem hangs lower on one of them.
 */
function stretchToHem(
  shape: TopShape,
  wearer: Wearer,
  { scale, hem, yoke }: { scale: number; hem: { u: number; v: number }[]; yoke: Yoke },
): Sides<number> {
  const { torso } = wearer
  const { drape, armpits } = shape
  const start = armpitHeightOf(shape, wearer)
  const top = (armpits[0].y + armpits[1].y) / 2
  const middle = (armpits[0].x + armpits[1].x) / 2
  const usual = shape.hem[shape.hem.length >> 1]!.y
  const factors = hem.map(({ u, v }) => {
    const flat = heightAt(shape.hem, middle + u / scale) ?? usual
    return (v + FITTED_TOP_COVER * torso.shoulders - start) / (scale * (flat - top))
  })
  const steepest = FITTED_TOP_SLOPE / (scale * (usual - top))
  const slope = Math.min(steepest, Math.max(-steepest, leastSquaresSlope(hem, factors)))
  const level = Math.max(...factors.map((factor, n) => factor - slope * hem[n]!.u))
  const factor = Math.max(...factors)
  if (
    factor > (drape ? FITTED_TOP_STRETCH.worn : FITTED_TOP_STRETCH.flat) &&
    (isOneCloth(wearer) || !canBeLengthened(factor, shape))
  ) {
    throw new Fault(
      'mismatch',
      'What is worn reaches lower than the garment of the reference: only a generator can invent what would show ' +
        'below it. A longer garment can be worn.',
    )
  }
  if (!drape) {
    const half = (scale * (shape.hem.at(-1)!.x - shape.hem[0]!.x)) / 2
    const toSide = (side: -1 | 1): number => level + side * slope * half
    return [ownOr(toSide(-1)), ownOr(toSide(1))]
  }
  const [tip, flatTip] = [pointBetween(...yoke.tips, 0.5), pointBetween(...shape.tips, 0.5)]
  const end = pixelToTorso(torso, tip).v + extraHeight(drape, wearer) * (usual - flatTip.y)
  const like = (end - start) / (scale * (usual - top))
  const own = Math.min(FITTED_TOP_STRETCH.worn, Math.max(1 / FITTED_TOP_STRETCH.worn, like))
  const down = factor > FITTED_TOP_ALIKE * own ? factor : own
  return [down, down]
}

/** Whether plain cloth above the hem makes up for what a top is too short. */
function canBeLengthened(factor: number, { drape, plainBelow, armpits, hem }: TopShape): boolean {
  if (drape || plainBelow === undefined || factor > FITTED_TOP_LENGTHENED.most) return false
  const top = (armpits[0].y + armpits[1].y) / 2
  const end = hem[hem.length >> 1]!.y
  const plain = (end - plainBelow) / (end - top)
  return factor - FITTED_TOP_LENGTHENED.printed * (1 - plain) <= FITTED_TOP_LENGTHENED.plain * plain
}

/** The stretch that a hem needs; none where the garment is clearly longer than what it covers. */
function ownOr(needed: number): number {
  return needed > FITTED_TOP_ALIKE ? needed : 1
}

/** How far down what is worn reaches, a skirt or trousers among it, on the torso's axis. */
function dressHem(wearer: Wearer, { ends }: LowerBody): number {
  const heights = ([0, 1] as const).map((n) =>
    ends[n] === 0
      ? 0
      : pixelToTorso(wearer.torso, crossSectionAt(wearer.legs[n], ends[n], n === 0 ? -1 : 1).at).v,
  )
  return Math.max(wornHemHeight(wearer), ...heights)
}

function torsoMesh(
  cut: TopShape,
  {
    edges,
    yoke,
    scale,
    down,
  }: { edges: TorsoEdges; yoke: Yoke; scale: number; down: Sides<number> },
  torso: TorsoAxes,
): { torso: Mesh; printed: Mesh; hem: Point[] } {
  const flat = heightsOf(cut)
  const length = ((down[0] + down[1]) / 2) * scale * (flat.hem - flat.armpits)
  const shape = withEvenRows(cut, {
    tips: pixelToTorso(torso, pointBetween(...yoke.tips, 0.5)).v,
    armpits: edges.armpitHeight,
    hem: edges.armpitHeight + length,
  })
  const longer = (flat.hem - flat.armpits) / (flat.hem - heightsOf(shape).armpits)
  const even = pairOf((n) => longer * down[n])
  const isLengthened = !cut.drape && Math.max(...down) > FITTED_TOP_STRETCH.flat
  const plainBelow = isLengthened ? cut.plainBelow : undefined
  const lower = lowerMesh({ ...shape, plainBelow }, edges, scale, even, torso)
  const upper = upperMesh(shape, edges, yoke, scale)
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
  return { torso: mesh, printed, hem: lower.worn.slice(-lower.columns) }
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
 * the armpits, so that stripes are level there; what a neckline that was raised or lowered adds to one or takes from it
 * lies close to the edge.
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
      const even = pointBetween(worn, over, (pull * tall[column]!) / distance(worn, over))
      mesh.flat.push(pointBetween(flatOver[column]!, flat, share))
      const [own, level] = [pointBetween(over, worn, share), pointBetween(even, worn, share)]
      mesh.worn.push(pointBetween(own, level, Math.sqrt(share)))
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

/** A limb from a distance along it on. */
function beyond([first, second, third]: Limb, along: number): Point[] {
  const upper = distance(first, second)
  if (along < upper) return [pointBetween(first, second, along / upper), second, third]
  return [
    pointBetween(second, third, Math.min(1, (along - upper) / distance(second, third))),
    third,
  ]
}
