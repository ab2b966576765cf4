import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import {
  polylineLength,
  resamplePolyline,
  withoutSteppingBack,
} from '../../../geometry/polyline.ts'
import { pairOf, type Sides, type SleeveOutline, type TopShape } from '../garment.ts'
import { wornSleeveLength } from '../measure/body-edges.ts'
import type { Limb, Wearer } from '../measure/wearer.ts'
import {
  COVERED_END,
  SLEEVE_ALIKE,
  SLEEVE_CUFF,
  SLEEVE_EVEN,
  SLEEVE_LONG,
  SLEEVE_STRETCH,
  SLEEVE_UNLIKE,
  TORSO_OF_CHEST,
} from '../tuning.ts'

/** Where a sleeve begins on somebody, and pixels of the photo per pixel of the product. */
type SleevePlace = { side: -1 | 1; tip: Point; armpit: Point; scale: number }

/**
 * How far along each arm the sleeves of a top reach, in pixels: as far on both, unless one has to cover more.
 * @throws Fault `mismatch` where they are too short for those that are worn
 */
export function sleeveEnds(
  sleeves: Sides<SleeveOutline>,
  shape: TopShape,
  wearer: Wearer,
  { tips, armpits, scale }: { tips: Sides<Point>; armpits: Sides<Point>; scale: number },
): Sides<number> {
  const own = pairOf((n) => {
    const place = { side: n === 0 ? -1 : 1, tip: tips[n], armpit: armpits[n], scale } as const
    return sleeveEnd(sleeves[n], shape, wearer, place)
  })
  const whole = wearer.arms.map(([a, b, c]) => distance(a, b) + distance(b, c))
  const shares = pairOf((n) => own[n] / whole[n]!)
  if (shape.drape || Math.abs(shares[0] - shares[1]) < SLEEVE_EVEN) return own
  const least = Math.min(...shares)
  const ends = pairOf((n) =>
    Math.max(least * whole[n]!, Math.min(own[n], wornSleeveLength(wearer, n === 0 ? -1 : 1))),
  )
  if (Math.abs(ends[0] / whole[0]! - ends[1] / whole[1]!) > SLEEVE_UNLIKE) {
    throw new Fault(
      'mismatch',
      'The sleeves would end at unlike places: what is worn seems to reach farther down one arm. A garment with ' +
        'sleeves at least as long can be worn.',
    )
  }
  return ends
}

/**
 * How far along the arm a sleeve reaches: its own length from the shoulder's tip and from the armpit on, or to the
 * wrist, and over what was worn.
 */
export function sleeveEnd(
  tube: SleeveOutline,
  shape: TopShape,
  wearer: Wearer,
  { side, tip, armpit, scale }: SleevePlace,
): number {
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  const { shoulders } = wearer.torso
  const needed = wornSleeveLength(wearer, side) + COVERED_END.sleeve * shoulders
  if (shape.drape) {
    const like = shape.drape.ends[side < 0 ? 0 : 1] * whole
    return coverSleeve(needed, like, SLEEVE_STRETCH.like)
  }
  // Both sleeves of a garment are of one length, however they lie in its picture.
  const tubes: readonly SleeveOutline[] = shape.sleeves ?? [tube]
  const mean = (lengthOf: (one: SleeveOutline) => number): number =>
    tubes.reduce((sum, one) => sum + lengthOf(one), 0) / tubes.length
  const length = mean(({ outer }) =>
    polylineLength(resamplePolyline(withoutSteppingBack(outer), 12)),
  )
  const under = mean(({ inner }) => polylineLength(inner))
  // The arm begins at its joint, the sleeve at the seam above it and at the armpit below it.
  const own = (scale * (length + under) + alongArm(arm, tip) + alongArm(arm, armpit)) / 2
  const hem = shape.hem[shape.hem.length >> 1]!.y - shape.neck[0].y
  // A dress is longer than a torso.
  const torsoLength = Math.min(hem, TORSO_OF_CHEST * distance(...shape.armpits))
  if (length > SLEEVE_LONG * torsoLength) {
    // One arm may be found shorter than the other, where the picture ends above its hand: sleeves are of one length.
    const reach =
      wearer.arms.reduce((sum, [a, b, c]) => sum + distance(a, b) + distance(b, c), 0) / 2
    const stretch = reach / own
    return stretch < SLEEVE_STRETCH.long[0] || stretch > SLEEVE_STRETCH.long[1]
      ? Math.min(whole, coverSleeve(needed, own, SLEEVE_STRETCH.most))
      : needed > SLEEVE_CUFF.like * whole
        ? needed
        : SLEEVE_CUFF.at * whole
  }
  return Math.min(whole, coverSleeve(needed, own, SLEEVE_STRETCH.most))
}

/** How far along the upper arm a point lies. */
export function alongArm([from, elbow]: Limb, { x, y }: Point): number {
  const [dx, dy] = [elbow.x - from.x, elbow.y - from.y]
  return ((x - from.x) * dx + (y - from.y) * dy) / (Math.hypot(dx, dy) || 1)
}

/** How far a point lies from the line of an upper arm, away from the torso. */
export function outOfArm([from, elbow]: Limb, { x, y }: Point, n: 0 | 1): number {
  const [dx, dy] = [elbow.x - from.x, elbow.y - from.y]
  const side = (n === 0 ? -1 : 1) / (Math.hypot(dx, dy) || 1)
  return side * ((x - from.x) * dy - (y - from.y) * dx)
}

/** @throws Fault `mismatch` where a sleeve of its own length, stretched, is too short */
function coverSleeve(needed: number, own: number, most: number): number {
  if (needed > most * own) {
    throw new Fault(
      'mismatch',
      'The sleeves that are worn are longer than those of the reference: only a generator can invent the arms below. ' +
        'A garment with sleeves at least as long can be worn.',
    )
  }
  return overWorn(needed, own)
}

/** A sleeve's own length, or that of what it covers where that is about as long, or longer. */
function overWorn(needed: number, own: number): number {
  return needed > SLEEVE_ALIKE * own ? needed : own
}
