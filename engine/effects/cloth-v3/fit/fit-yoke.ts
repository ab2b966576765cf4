import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { nearestQuantileOrZero } from '../../../geometry/quantile.ts'
import { type Drape, pairOf, type Sides, type TopShape } from '../garment.ts'
import { labColourAt } from '../measure/body-edges.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { despike } from '../measure/despike.ts'
import { meanLabColour } from '../measure/mean-lab-colour.ts'
import { neckMiddle, neckWidth } from '../measure/measure-neck.ts'
import { extraHeight } from '../measure/standing-height.ts'
import { pixelToTorso, torsoToPixel } from '../measure/torso-axes.ts'
import { distanceToMaskEnd, maskLevelAt, type Wearer } from '../measure/wearer.ts'
import {
  HAIR_HIDES,
  IN_MASK,
  NECK_BASE,
  SHOULDER_PLACES,
  YOKE_BETWEEN,
  YOKE_COLLAR,
  YOKE_COVERED,
  YOKE_ENDS,
  YOKE_JOINT,
  YOKE_NECK,
  YOKE_RAISED,
  YOKE_RISE,
  YOKE_SHOULDER,
  YOKE_STRAP,
  YOKE_THICK,
  YOKE_TIP,
  YOKE_USUAL,
  YOKE_WORN,
} from '../tuning.ts'
import { wornAbove } from './worn-above.ts'

/** The shoulders of a top and its neck's edge, from left to right, as they are worn. */
export type Yoke = {
  tips: Sides<Point>
  neck: Sides<Point>
  neckline: Point[]
  top: Point[]
  /** How much less deep the edge is than its own, in pixels, to cover a collar that is worn. */
  filled: number
}

/**
 * The shoulders: over the outline of the person's, and the neck's edge between them at the garment's own depth, or less
 * deep where what is worn stands higher.
 */
export function fitYoke(shape: TopShape, wearer: Wearer, scale: number): Yoke {
  const { torso } = wearer
  const thick = shape.drape ? 0 : YOKE_THICK * torso.shoulders
  const own = shape.drape ? undefined : (scale * distance(...shape.tips)) / 2
  const { across: tipsAcross, over: overTips } = shoulderTips(wearer, own, !shape.sleeves)
  const tips = pairOf((n) => torsoToPixel(torso, tipsAcross[n]!, overTips[n]! - thick))
  const neckScale = scaleOfNeck(shape, wearer, scale)
  const half = (neckScale.across * distance(...shape.neck)) / 2
  const middle = neckMiddle(wearer)
  const neckAcross = [middle - half, middle + half]
  const usualNeck = overTips.map(
    (v, n) => v - YOKE_RISE * (Math.abs(tipsAcross[n]!) - Math.abs(neckAcross[n]!)),
  )
  const tilt = (overTips[1] - overTips[0]) / (tipsAcross[1]! - tipsAcross[0]!)
  const overNeck = shape.drape
    ? neckAsWorn(shape, shape.drape, wearer)
    : neckEndHeights(wearer, neckAcross, usualNeck, tilt)
  const raise = raiseOver(shape, wearer, { scale: neckScale.down, across: neckAcross, overNeck })
  const depth = neckScale.down * Math.max(...shape.neckline.map((point) => flatDepth(shape, point)))
  const raised = (ends: number): Yoke => {
    const filled = Math.min(YOKE_ENDS.shallower * depth, raise - ends)
    const neck = pairOf((n) => {
      const v = overNeck[n]! - ends
      const side = n === 0 ? -1 : 1
      const most = Math.abs(neckAcross[n]!)
      return torsoToPixel(torso, side * Math.min(most, neckReach(wearer, side, v, most) + thick), v)
    })
    const place = (point: Point): Point => {
      const [a, b] = shape.neck
      const base = pointBetween(neck[0], neck[1], (point.x - a.x) / (b.x - a.x))
      const v = (1 - filled / (depth || 1)) * neckScale.down * flatDepth(shape, point)
      return { x: base.x + v * torso.down.x, y: base.y + v * torso.down.y }
    }
    const neckline = shape.neckline.map(place)
    const fall = { wearer, thick, raise: ends }
    const top = [
      ...[tips[0], ...shoulderLine(tips[0], neckline[0]!, fall), ...neckline],
      ...[...shoulderLine(tips[1], neckline.at(-1)!, fall).toReversed(), tips[1]],
    ]
    return { tips, neck, neckline, top, filled }
  }
  return leastRaised(wearer, raised, raise)
}

/**
 * The yoke whose neck's edge is raised at its ends as little as covers what is worn nearly as well as one that is
 * raised all over: ends that stand above the shoulders are a hump, an edge that is raised in its middle alone is not.
 */
function leastRaised(wearer: Wearer, raised: (ends: number) => Yoke, raise: number): Yoke {
  const { shoulders } = wearer.torso
  const whole = raised(raise)
  const least = wornAbove(wearer, whole)
  const opening = Math.max(least.opening, YOKE_ENDS.opening * shoulders ** 2)
  const beside = least.beside + YOKE_ENDS.beside * shoulders ** 2
  for (let ends = YOKE_ENDS.least; ends * shoulders < raise; ends += YOKE_ENDS.step) {
    const yoke = raised(ends * shoulders)
    const worn = wornAbove(wearer, yoke)
    if (worn.opening <= opening && worn.beside <= beside) return yoke
  }
  return whole
}

/** How far below the straight line between its ends a point of a neck's edge lies, product pixels. */
function flatDepth({ neck: [a, b] }: TopShape, { x, y }: Point): number {
  return y - a.y - ((x - a.x) / (b.x - a.x)) * (b.y - a.y)
}

/** The line from a shoulder's tip to the neck, as the outline of the person goes there. */
function shoulderLine(
  tip: Point,
  neck: Point,
  { wearer, thick, raise }: { wearer: Wearer; thick: number; raise: number },
): Point[] {
  const { torso } = wearer
  const off = SHOULDER_PLACES.map((share) => {
    const { u, v } = pixelToTorso(torso, pointBetween(tip, neck, share))
    const over = shoulderTop(wearer, u, v)
    if (over === undefined) return 0
    const down = over - (1 - share) * thick - share * raise - v
    return Math.max(
      -YOKE_SHOULDER.above * torso.shoulders,
      Math.min(YOKE_SHOULDER.below * torso.shoulders, down),
    )
  })
  return despike(off, 1).map((down, n) => {
    const { u, v } = pixelToTorso(torso, pointBetween(tip, neck, SHOULDER_PLACES[n]!))
    return torsoToPixel(torso, u, v + down)
  })
}

/**
 * The heights of the ends of a neck's edge: on the shoulders, and no higher up along a neck that begins there.
 * @param tilt how much lower the shoulder at the right is than that at the left, as a share of what is between them
 */
export function neckEndHeights(
  wearer: Wearer,
  across: readonly number[],
  usual: readonly number[],
  tilt: number,
): [number, number] {
  const by = NECK_BASE.beside * wearer.torso.shoulders
  const above = shoulderTops(wearer, across, usual)
  const beside = shoulderTops(
    wearer,
    across.map((u) => u + Math.sign(u) * by),
    usual.map((v) => v + YOKE_RISE * by),
  )
  const [left, right] = pairOf((n) => Math.max(above[n], beside[n] - NECK_BASE.rise * by))
  // The higher one of two ends that lie unlike the shoulders was measured on the neck, or on hair beside it.
  const room = NECK_BASE.tilt * (across[1]! - across[0]!)
  const level = tilt * (across[1]! - across[0]!)
  return [Math.max(left, right - level - room), Math.max(right, left + level - room)]
}

/** The heights of the ends of a neck's edge that stands as high over the shoulders as on who wears it. */
function neckAsWorn({ neck }: TopShape, drape: Drape, wearer: Wearer): [number, number] {
  const rise = drape.over === undefined ? 0 : drape.over - pointBetween(...neck, 0.5).y
  const v = shoulderHeight(wearer) - extraHeight(drape, wearer) * rise
  return [v, v]
}

/** The height of the outline of both shoulders on the torso's axis, half-way between neck and arms. */
export function shoulderHeight(wearer: Wearer): number {
  const across = YOKE_BETWEEN * wearer.torso.shoulders
  const [left, right] = shoulderTops(
    wearer,
    [-across, across],
    [-YOKE_USUAL, -YOKE_USUAL].map((share) => share * wearer.torso.shoulders),
  )
  return (left + right) / 2
}

/**
 * How far out a garment's shoulder reaches: over the strap that is worn there where that ends a little farther out, so
 * that nothing of it stays beside the new one.
 * @param own how far its own does
 */
function overWornStrap(wearer: Wearer, n: 0 | 1, own: number): number {
  const { torso, regions, arms } = wearer
  const side = n === 0 ? -1 : 1
  const joint = pixelToTorso(torso, arms[n][0])
  const most = own + YOKE_STRAP.most * torso.shoulders
  let worn = own
  for (let u = own; u < most; u++) {
    const usual = joint.v - YOKE_JOINT.over * torso.shoulders - YOKE_RISE * (Math.abs(joint.u) - u)
    const over = shoulderTop(wearer, side * u, usual)
    if (over === undefined) return own
    const below = torsoToPixel(torso, side * u, over + YOKE_STRAP.below * torso.shoulders)
    if (maskLevelAt(regions['upper-garment'], below) < IN_MASK) {
      return worn === own ? own : worn + YOKE_STRAP.beyond * torso.shoulders
    }
    worn = u
  }
  // It goes on: that is a sleeve.
  return own
}

/**
 * Where a garment's shoulders lie: across, and the heights of the outline there.
 * @param most how far out its own reach at most, as those of straps do; by default to where sleeves begin
 * @param isOverStraps whether they reach over what is worn there that ends a little farther out
 */
export function shoulderTips(
  wearer: Wearer,
  most = Infinity,
  isOverStraps = false,
): { across: number[]; over: [number, number] } {
  const { torso } = wearer
  const joints = wearer.arms.map(([joint]) => pixelToTorso(torso, joint))
  const reaches = tipReaches(wearer)
  const across = reaches.map((reach, n) => {
    const own = Math.min(most, reach)
    return (n === 0 ? -1 : 1) * (isOverStraps ? overWornStrap(wearer, n as 0 | 1, own) : own)
  })
  const usual = joints.map(
    ({ v }, n) =>
      v - YOKE_JOINT.over * torso.shoulders - YOKE_RISE * (reaches[n]! - Math.abs(across[n]!)),
  )
  return { across, over: shoulderTops(wearer, across, usual) }
}

/** The distance between the seams of somebody's shoulders. */
export function shoulderSpan(wearer: Wearer): number {
  const [left, right] = tipReaches(wearer)
  return left + right
}

/**
 * How far the seams of both shoulders lie from the torso's axis. A lower shoulder ends nearer to the axis at the height
 * where they are measured; both that show are about as far off.
 */
function tipReaches(wearer: Wearer): [number, number] {
  const { shoulders } = wearer.torso
  const shown = pairOf((n) => tipReach(wearer, n === 0 ? -1 : 1))
  const usual = YOKE_TIP.usual * shoulders
  const [left, right] = shown
  if (left === undefined || right === undefined) return [left ?? usual, right ?? usual]
  const mean = (left + right) / 2
  const within = (reach: number): number =>
    Math.min((1 + YOKE_TIP.apart) * mean, Math.max((1 - YOKE_TIP.apart) * mean, reach))
  return [within(left), within(right)]
}

/** How far one of them does; undefined where hair hides it. */
function tipReach({ torso, body, regions }: Wearer, side: -1 | 1): number | undefined {
  const { shoulders } = torso
  const at = (u: number): Point => torsoToPixel(torso, side * u, YOKE_TIP.height * shoulders)
  const end = distanceToMaskEnd(body.mask, at, { from: 0, most: shoulders })
  if (end === undefined || maskLevelAt(regions.hair, at(end - 2)) >= HAIR_HIDES) return undefined
  return (
    Math.min(YOKE_TIP.most, Math.max(YOKE_TIP.least, (YOKE_TIP.share * end) / shoulders)) *
    shoulders
  )
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
  const over = pairOf((n) => {
    const v = shoulderTop(wearer, across[n]!, usual[n]!)
    return v === undefined ? undefined : v - usual[n]!
  })
  const own = [over[0] ?? over[1] ?? 0, over[1] ?? over[0] ?? 0]
  return pairOf((n) => usual[n]! + own[n]!) as [number, number]
}

/** The height of the shoulder's outline at a place across; undefined where it does not show near the usual one. */
function shoulderTop(wearer: Wearer, u: number, usual: number): number | undefined {
  const { torso, body, regions } = wearer
  const room = YOKE_JOINT.room * torso.shoulders
  for (let v = usual + room; v > usual - room; v--) {
    const point = torsoToPixel(torso, u, v)
    if (maskLevelAt(regions.hair, point) >= HAIR_HIDES) return undefined
    if (maskLevelAt(body.mask, point) < IN_MASK) return v < usual + room ? v : undefined
  }
  return undefined
}

/** A collar that is shown worn goes round another neck, as far off it as there, and is as deep as the one is tall. */
function scaleOfNeck(
  { drape, neck }: TopShape,
  wearer: Wearer,
  scale: number,
): { across: number; down: number } {
  if (!drape) return { across: scale, down: scale }
  const down = extraHeight(drape, wearer)
  const own = drape.neck && neckWidth(wearer)
  if (!drape.neck || !own) return { across: scale, down }
  const width = distance(...neck)
  const fitting = (own + down * (width - drape.neck)) / width
  return {
    across: down * Math.min(YOKE_COLLAR.most, Math.max(YOKE_COLLAR.least, fitting / down)),
    down,
  }
}

/** How far the neck reaches from the torso's axis at a height. */
function neckReach(
  { torso, body, regions }: Wearer,
  side: -1 | 1,
  v: number,
  most: number,
): number {
  for (let u = 0; u < most; u++) {
    const point = torsoToPixel(torso, side * u, v)
    if (maskLevelAt(regions.hair, point) >= HAIR_HIDES) return most
    if (maskLevelAt(body.mask, point) < IN_MASK)
      return u < YOKE_NECK.least * torso.shoulders ? most : u
  }
  return most
}

/** How far the neck's edge is raised to cover the collar that is worn. */
function raiseOver(
  shape: TopShape,
  { torso, regions, picture }: Wearer,
  {
    scale,
    across,
    overNeck,
  }: { scale: number; across: readonly number[]; overNeck: readonly [number, number] },
): number {
  const [a, b] = shape.neck
  const raises: number[] = [0]
  const dye = meanLabColour(picture, regions['upper-garment'])
  const skin = meanLabColour(picture, regions['body-skin'])
  // A neck in the light of a wall may pass for a collar.
  const isSkin = (point: Point): boolean => {
    const colour = labColourAt(picture, point)
    if (!(colour && dye && skin)) return false
    return clothColourDistance(colour, skin) < YOKE_NECK.skin * clothColourDistance(colour, dye)
  }
  for (const point of shape.neckline) {
    const t = (point.x - a.x) / (b.x - a.x)
    if (t < YOKE_RAISED.from || t > YOKE_RAISED.to) continue
    const edge =
      overNeck[0] + t * (overNeck[1] - overNeck[0]) + scale * (point.y - a.y - t * (b.y - a.y))
    let [v, bare] = [edge, 0]
    for (let up = edge; up > edge - 2 * YOKE_NECK.raise * torso.shoulders && bare < 3; up--) {
      const point = torsoToPixel(torso, across[0]! + t * (across[1]! - across[0]!), up)
      const worn = isSkin(point) ? 0 : maskLevelAt(regions['upper-garment'], point)
      bare = worn >= YOKE_WORN ? 0 : bare + 1
      if (worn >= YOKE_WORN) v = up
    }
    raises.push(edge - v)
  }
  // What stands above most of the edge is replaced by skin.
  const most = nearestQuantileOrZero(raises, YOKE_COVERED)
  return Math.min(YOKE_NECK.raise * torso.shoulders, most)
}
