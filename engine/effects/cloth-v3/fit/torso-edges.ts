import type { Point } from '../../../geometry/point.ts'
import { pairOf, type Sides, type TopShape } from '../garment.ts'
import { torsoHalfWidth } from '../measure/body-edges.ts'
import { despike } from '../measure/despike.ts'
import { frameEnd } from '../measure/frame-end.ts'
import type { LowerBody } from '../measure/lower-body.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import {
  ARMPIT_OF_SPAN,
  ARMPITS_ASIDE,
  CLOTH_EASE,
  FLAT_HALF_SEEN,
  TORSO_EDGES_ARMPIT,
  TORSO_HANGS,
  TORSO_SIDES,
  TORSO_WIDEST,
  TORSO_WIDTH,
} from '../tuning.ts'
import { shoulderSpan } from './fit-yoke.ts'

/** The sides of a top on a torso. */
export type TorsoEdges = {
  /** Half the width at each of `heights`, for each side. */
  reach: Sides<(v: number) => number>
  armpits: Sides<Point>
  armpitHeight: number
}

/** Half widths of the torso from the armpits down, by what is measured and by the garment's own width. */
export function torsoEdges(
  shape: TopShape,
  wearer: Wearer,
  scale: number,
  lower: LowerBody | undefined,
): TorsoEdges {
  const { torso } = wearer
  const armpitHeight = armpitHeightOf(shape, wearer)
  const measured = measureSides(wearer, lower)
  const own = (n: 0 | 1, v: number): number => {
    const side = shape.sides[n]
    const along = shape.armpits[n].y + (v - armpitHeight) / scale
    const point = side.find(({ y }) => y >= along) ?? side.at(-1)!
    const middle = (shape.armpits[0].x + shape.armpits[1].x) / 2
    return scale * Math.abs(point.x - middle)
  }
  const reach = ([0, 1] as const).map((n) => (v: number): number => {
    const fits = measured[n](Math.max(v, armpitHeight)) + CLOTH_EASE * torso.shoulders
    // A flat half width goes round a side: two thirds of it are seen. One that is worn is of its wearer's size.
    const share = TORSO_WIDTH[shape.drape ? 'worn' : 'flat']
    const half = share.own * (shape.drape ? 1 : FLAT_HALF_SEEN) * own(n, v)
    const loose = half + share.person * fits
    const most = TORSO_WIDEST[lower ? 'dress' : 'top']
    return Math.max(fits, Math.min(loose, most * fits))
  }) as unknown as TorsoEdges['reach']
  return { reach, armpits: armpitsAt(torso, reach, armpitHeight), armpitHeight }
}

/** How far below the shoulders' joints the armpits of a top lie: where it is shown worn as there, else by its size. */
export function armpitHeightOf({ drape }: TopShape, wearer: Wearer): number {
  const { shoulders } = wearer.torso
  return drape
    ? TORSO_EDGES_ARMPIT * shoulders
    : Math.min(TORSO_EDGES_ARMPIT * shoulders, ARMPIT_OF_SPAN * shoulderSpan(wearer))
}

/** Where armpits of a height lie for half widths of the torso. */
export function armpitsAt(torso: TorsoAxes, reach: TorsoEdges['reach'], v: number): Sides<Point> {
  return pairOf((n) => {
    const half = Math.min(
      ARMPITS_ASIDE.most,
      Math.max(ARMPITS_ASIDE.least, reach[n](v) / torso.shoulders),
    )
    return torsoToPixel(torso, (n === 0 ? -1 : 1) * half * torso.shoulders, v)
  })
}

/** How far the torso reaches where an arm touches it: between where it shows above and below, if it shows at both. */
function behindArm(
  row: { reach: number; open: boolean },
  n: number,
  rows: readonly { reach: number; open: boolean }[],
): number {
  if (row.open) return row.reach
  const above = rows.findLastIndex(({ open }, at) => at < n && open)
  const below = rows.findIndex(({ open }, at) => at > n && open)
  if (above < 0 || below < 0) return row.reach
  const share = (n - above) / (below - above)
  const across = rows[above]!.reach + share * (rows[below]!.reach - rows[above]!.reach)
  return Math.min(row.reach, across)
}

/** How far the torso reaches at each side with what is worn, by the height from the armpits down. */
export function measureSides(wearer: Wearer, lower: LowerBody | undefined): TorsoEdges['reach'] {
  const { torso } = wearer
  const legs = Math.max(...wearer.legs.map(([, , ankle]) => pixelToTorso(torso, ankle).v))
  const most = Math.min(lower ? legs : torso.length * TORSO_SIDES.end, frameEnd(wearer))
  const step = Math.max(1, torso.length / 60)
  return pairOf((n) => {
    const heights: number[] = []
    const measured: { reach: number; open: boolean }[] = []
    for (let v = (TORSO_EDGES_ARMPIT + TORSO_SIDES.below) * torso.shoulders; v < most; v += step) {
      heights.push(v)
      const isLeg = lower && v > TORSO_SIDES.legs * torso.length
      measured.push(
        isLeg
          ? { reach: lower.reach[n](v), open: true }
          : torsoHalfWidth(wearer, n === 0 ? -1 : 1, v),
      )
    }
    const smooth = despike(measured.map(behindArm), 4)
    // Cloth that is not tucked in hangs down from where the body is widest.
    for (let i = 1; i < smooth.length; i++) {
      if (heights[i]! > TORSO_HANGS.from * torso.length)
        smooth[i] = Math.max(smooth[i]!, TORSO_HANGS.narrower * smooth[i - 1]!)
    }
    const even = despike(smooth, 3)
    return (v) =>
      even[Math.min(even.length - 1, Math.max(0, Math.round((v - heights[0]!) / step)))]!
  })
}
