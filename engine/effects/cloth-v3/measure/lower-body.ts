import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Mask } from '../../../raster/picture.ts'
import { pairOf, type Sides } from '../garment.ts'
import {
  BELLY,
  BODY_REACH,
  CROTCH_SOUGHT,
  HIPS_MEASURED,
  IN_MASK,
  LEG_END,
  LOWER_BODY_ACROSS,
  LOWER_BODY_BELLY,
  LOWER_BODY_BESIDE,
  LOWER_BODY_CROTCH,
  LOWER_BODY_FINGERS,
  LOWER_BODY_FREE,
  LOWER_BODY_HAND,
  ONE_CLOTH_LIGHT,
  SKIRT_SEEN,
} from '../tuning.ts'
import { couldBeOneDye, crossSectionAt, labColourAt } from './body-edges.ts'
import { despike } from './despike.ts'
import { frameEnd } from './frame-end.ts'
import { meanLabColour } from './mean-lab-colour.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from './torso-axes.ts'
import { type Waist, waistOf } from './waist.ts'
import { distanceToMaskEnd, type Limb, maskLevelAt, type Wearer } from './wearer.ts'

/** Where hips and legs of somebody are, with what is worn on them. Heights `v` are those of the torso's axes. */
export type LowerBody = {
  waist: Waist
  crotch: Point
  /** How far hips and legs reach from the torso's axis at a height, at each side. */
  reach: Sides<(v: number) => number>
  /** How far along each leg what is worn reaches, pixels from the hip. */
  ends: Sides<number>
  /** Whether upper and lower garment have one colour: what looks like two may be one dress. */
  isOneCloth: boolean
  /** Whether what is worn hangs around both legs together and shows legs below it. */
  isSkirt: boolean
}

/**
 * How freely what is worn below a top stands off the body at a height, 0–1: not at all where the top holds it.
 */
export function loosenessAt({ waist }: LowerBody, v: number, { shoulders }: TorsoAxes): number {
  return waist.shows ? 1 : smoothstep(waist.hem, waist.hem + LOWER_BODY_FREE * shoulders, v)
}

/** Measures hips and legs. */
export function measureLowerBody(wearer: Wearer): LowerBody {
  const ends = legEnds(wearer)
  const reach = hipReach(wearer)
  const crotch = crotchOf(wearer)
  return {
    waist: waistOf(wearer),
    crotch,
    reach,
    ends,
    isSkirt: wearsSkirt(wearer, ends),
    isOneCloth: isOneCloth(wearer),
  }
}

/** An arm with its hand. */
export function armWithHand([first, second, third]: Limb): Point[] {
  return [first, second, third, pointBetween(second, third, LOWER_BODY_FINGERS)]
}

/**
 * Both legs of trousers are of one length: where one passes into its shoe by its colour, the other tells where it ends,
 * by its length or by its height, as hips are found up to 2 % of a leg apart.
 */
function legEnds(wearer: Wearer): Sides<number> {
  const ends = pairOf((n) => legEnd(wearer, n))
  const lengths = pairOf((n) => ends[n].byColour)
  const short = Math.min(...lengths)
  if (short === 0 || short < LEG_END.even * Math.max(...lengths)) return lengths
  const heights = pairOf((n) => {
    const { at } = crossSectionAt(wearer.legs[n], lengths[n], n === 0 ? -1 : 1)
    return pixelToTorso(wearer.torso, at).v
  })
  return pairOf((n) => {
    const level = lengths[n] - (heights[n] - Math.min(...heights))
    return Math.max(short, level, Math.min(ends[n].byRegion, ends[n].byColour))
  })
}

/** How far along a leg the lower garment reaches, by its region and by its colour; 0 where none is worn there. */
function legEnd(
  { legs, regions, picture }: Wearer,
  n: 0 | 1,
): { byRegion: number; byColour: number } {
  const leg = legs[n]
  const whole = distance(leg[0], leg[1]) + distance(leg[1], leg[2])
  const placeAt = (d: number): Point => crossSectionAt(leg, d, n === 0 ? -1 : 1).at
  let [last, bare] = [0, 0]
  const gap = LEG_END.bare * whole
  for (let d = LEG_END.from * whole; d < LEG_END.to * whole && bare < gap; d++) {
    const worn = maskLevelAt(regions['lower-garment'], placeAt(d)) >= IN_MASK
    bare = worn ? 0 : bare + 1
    if (worn) last = d
  }
  const byRegion = last
  if (last < LEG_END.foot * whole) return { byRegion, byColour: last }
  // Near the foot a hem passes for a shoe: it goes on as far as its colour does.
  const known = labColourAt(picture, placeAt(last - LEG_END.read * whole))
  const most = LEG_END.most * whole
  let other = 0
  for (let d = last; d < most && other < LEG_END.other * whole; d++) {
    const colour = labColourAt(picture, placeAt(d))
    other = colour && known && couldBeOneDye(colour, known) ? 0 : other + 1
    if (other === 0) last = d
  }
  return { byRegion, byColour: last }
}

/** Where the legs part: the top of the gap between them, at most as low as legs do that touch. */
function crotchOf({ torso, legs, body }: Wearer): Point {
  const [left, right] = legs
  const usual = torsoToPixel(torso, 0, LOWER_BODY_CROTCH * torso.length)
  for (let k: number = CROTCH_SOUGHT.from; k < CROTCH_SOUGHT.to; k += CROTCH_SOUGHT.step) {
    const middle = pointBetween(
      pointBetween(left[0], left[1], k),
      pointBetween(right[0], right[1], k),
      0.5,
    )
    if (pixelToTorso(torso, middle).v > LOWER_BODY_CROTCH * torso.length) break
    if (maskLevelAt(body.mask, middle) < IN_MASK) return middle
  }
  return usual
}

/** Whether what is worn above and below the waist has one colour, and no skin shows between. */
export function isOneCloth(wearer: Wearer): boolean {
  const { picture, regions, torso } = wearer
  if (bareBelly(wearer) > LOWER_BODY_BELLY * torso.shoulders) return false
  const upper = meanLabColour(picture, regions['upper-garment'])
  const lower = meanLabColour(picture, regions['lower-garment'])
  return Boolean(
    upper && lower && couldBeOneDye(upper, lower) && Math.abs(upper.l - lower.l) < ONE_CLOTH_LIGHT,
  )
}

/**
 * Whether one cloth goes on across a height: a dress whose skirt has another light or a trim farther down is parted
 * there by its regions alone.
 */
export function isOneClothAcross({ picture, regions, torso }: Wearer, v: number): boolean {
  const by = LOWER_BODY_ACROSS * torso.shoulders
  const bandOf = (region: Mask, from: number): Mask => {
    const data = new Uint8Array(region.data.length)
    for (let down = 0; down < by; down++) {
      for (let u = -by; u < by; u++) {
        const { x, y } = torsoToPixel(torso, u, from + down)
        const [column, row] = [Math.floor(x), Math.floor(y)]
        if (column < 0 || row < 0 || column >= region.width || row >= region.height) continue
        data[row * region.width + column] = region.data[row * region.width + column]!
      }
    }
    return { ...region, data }
  }
  const above = meanLabColour(picture, bandOf(regions['upper-garment'], v - by))
  const below = meanLabColour(picture, bandOf(regions['lower-garment'], v))
  return Boolean(
    above && below && couldBeOneDye(above, below) && Math.abs(above.l - below.l) < ONE_CLOTH_LIGHT,
  )
}

/** The longest stretch of bare skin in the middle of the body, from the chest to the hips, in pixels. */
function bareBelly({ regions, torso }: Wearer): number {
  let [longest, run] = [0, 0]
  for (let v = BELLY.from * torso.length; v < BELLY.to * torso.length; v++) {
    const isSkin = maskLevelAt(regions['body-skin'], torsoToPixel(torso, 0, v)) >= IN_MASK
    run = isSkin ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function wearsSkirt({ legs, regions, body }: Wearer, ends: Sides<number>): boolean {
  const whole = legs.map(([a, b, c]) => distance(a, b) + distance(b, c))
  if (ends.every((end, n) => end > SKIRT_SEEN.legs * whole[n]!)) return false
  const [from, to] = ([0, 1] as const).map(
    (n) => crossSectionAt(legs[n], SKIRT_SEEN.at * ends[n], n === 0 ? -1 : 1).at,
  )
  let worn = 0
  for (let k = 0; k <= 20; k++) {
    const point = pointBetween(from!, to!, k / 20)
    if (
      maskLevelAt(regions['lower-garment'], point) >= IN_MASK &&
      maskLevelAt(body.mask, point) >= IN_MASK
    )
      worn++
  }
  return worn >= SKIRT_SEEN.least
}

type Row = { reach: number; open: boolean }

/** How far hips and legs reach at each side; where an arm hides that, what is above and below it or beside it tells. */
function hipReach(wearer: Wearer): LowerBody['reach'] {
  const { torso, legs } = wearer
  const onAxes = pairOf((n) => legs[n].map((joint) => pixelToTorso(torso, joint)))
  const from = HIPS_MEASURED.from * torso.length
  const step = Math.max(1, torso.length / 60)
  const measured = pairOf((n) => {
    const leg = onAxes[n]
    const rows: Row[] = []
    const end = Math.min(leg[2]!.v + HIPS_MEASURED.foot * torso.length, frameEnd(wearer))
    for (let v = from; v < Math.max(end, from + step); v += step) {
      rows.push(reachAt(wearer, leg, n === 0 ? -1 : 1, v))
    }
    return rows
  })
  return pairOf((side) => {
    const smooth = despike(filled(measured[side], measured[side === 0 ? 1 : 0], torso), 3)
    return (v: number) =>
      smooth[Math.min(smooth.length - 1, Math.max(0, Math.round((v - from) / step)))]!
  })
}

/** Rows of one side, with those that an arm hides between their neighbours, or as the other side's at the most. */
function filled(rows: readonly Row[], others: readonly Row[], torso: TorsoAxes): number[] {
  return rows.map(({ reach, open }, n) => {
    if (open) return reach
    const above = rows.findLastIndex((row, at) => at < n && row.open)
    const below = rows.findIndex((row, at) => at > n && row.open)
    if (above < 0 || below < 0) {
      const own = reach + HIPS_MEASURED.behind * torso.shoulders
      return others[n]?.open ? Math.min(own, others[n].reach) : own
    }
    const share = (n - above) / (below - above)
    const [a, b] = [rows[above]!.reach, rows[below]!.reach]
    return a + share * (b - a)
  })
}

/** How far the body reaches at a height; not open where an arm hangs before its edge. */
function reachAt(
  wearer: Wearer,
  leg: readonly { u: number; v: number }[],
  side: -1 | 1,
  v: number,
): Row {
  const { torso, body, arms, regions } = wearer
  const arm = armWithHand(arms[side < 0 ? 0 : 1]).map((joint) => pixelToTorso(torso, joint))
  const most = BODY_REACH.most * torso.shoulders
  const start = v < HIPS_MEASURED.legs * torso.length ? 0 : Math.max(0, side * acrossAt(leg, v))
  const blocked = Math.max(
    BODY_REACH.least * torso.shoulders,
    innerEdge(arm, side, v) - LOWER_BODY_HAND * torso.shoulders,
  )
  const at = (u: number): Point => torsoToPixel(torso, side * u, v)
  const end = distanceToMaskEnd(body.mask, at, {
    from: start,
    most: Math.min(most, Math.max(start, blocked)),
  })
  if (end !== undefined) return { reach: end, open: true }
  // The bones of an arm tell about where it begins: what is worn goes on to its skin or its sleeve, though the patches
  // of a print pass for nothing there.
  const farthest = Math.min(most, blocked + LOWER_BODY_BESIDE * torso.shoulders)
  const isIn = (region: Mask, u: number): boolean => maskLevelAt(region, at(u)) >= IN_MASK
  const isArm = (u: number): boolean =>
    isIn(regions['body-skin'], u) || isIn(regions['upper-garment'], u)
  const isOwn = (u: number): boolean =>
    isIn(regions['lower-garment'], u) || (isIn(body.mask, u) && !isArm(u))
  let u = Math.max(start, blocked)
  while (u < farthest && isOwn(u)) u++
  if (u > Math.max(start, blocked) && u < farthest) return { reach: u, open: true }
  return { reach: blocked < most ? blocked : HIPS_MEASURED.usual * torso.shoulders, open: false }
}

/** Where the axis of an arm lies at a height; far away where it does not reach there. */
function innerEdge(arm: readonly { u: number; v: number }[], side: -1 | 1, v: number): number {
  let least = Infinity
  for (let n = 1; n < arm.length; n++) {
    const [a, b] = [arm[n - 1]!, arm[n]!]
    if (v < Math.min(a.v, b.v) || v > Math.max(a.v, b.v)) continue
    const share = a.v === b.v ? 0 : (v - a.v) / (b.v - a.v)
    least = Math.min(least, side * (a.u + share * (b.u - a.u)))
  }
  return least
}

/** Where a leg lies across at a height, its foot going straight on. */
function acrossAt(leg: readonly { u: number; v: number }[], v: number): number {
  const [hip, knee, ankle] = leg
  const [a, b] = v < knee!.v ? [hip!, knee!] : [knee!, ankle!]
  const share = Math.min(1 + HIPS_MEASURED.foot, Math.max(0, (v - a.v) / Math.max(1, b.v - a.v)))
  return a.u + share * (b.u - a.u)
}
