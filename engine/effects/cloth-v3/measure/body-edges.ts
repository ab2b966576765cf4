import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { type LabColour, srgbToLab } from '../../../raster/colour/lab.ts'
import type { Picture } from '../../../raster/picture.ts'
import {
  BODY_EDGE_ARM,
  BODY_EDGE_BELLY,
  BODY_EDGE_CHANGE,
  BODY_EDGE_CLOTH,
  BODY_EDGE_COLUMN,
  BODY_EDGE_HEM,
  BODY_EDGE_NEAR,
  BODY_EDGE_SKIN,
  BODY_REACH,
  IN_MASK,
  LIMB_ROUNDED,
  ONE_DYE,
  WORN_HEM,
  WORN_SLEEVE,
} from '../tuning.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { despike } from './despike.ts'
import { isNearLimb } from './near-limb.ts'
import { pixelToTorso, torsoToPixel } from './torso-axes.ts'
import { distanceToMaskEnd, type Limb, maskLevelAt, type Wearer } from './wearer.ts'

/**
 * How far the torso reaches from its axis at a height, with what is worn there, in pixels: to the background, to the
 * skin of an arm, or to where an arm must lie.
 * @param side -1 for the side at the left of the picture, 1 for the other
 * @returns not open where nothing but the place of the arm tells it
 */
export function torsoHalfWidth(
  wearer: Wearer,
  side: -1 | 1,
  v: number,
): { reach: number; open: boolean } {
  const { torso, body, regions } = wearer
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const blocked = armInWay(wearer, arm, side, v)
  const most = Math.min(blocked, BODY_REACH.most * torso.shoulders)
  const least = BODY_REACH.least * torso.shoulders
  const at = (u: number): Point => torsoToPixel(torso, side * u, v)
  const end = distanceToMaskEnd(body.mask, at, { from: 0, most })
  const isSkin = (u: number): boolean => maskLevelAt(regions['body-skin'], at(u)) >= IN_MASK
  const isCloth = (u: number): boolean =>
    maskLevelAt(regions['upper-garment'], at(u)) >= BODY_EDGE_CLOTH
  // Bare skin that begins within the trunk is that of a belly.
  if (isSkin(BODY_EDGE_BELLY * least) && isSkin(least)) {
    return { reach: end ?? most, open: end !== undefined }
  }
  for (let u = Math.ceil(least); u < (end ?? most); u++) {
    if (!isSkin(u) || isCloth(u)) continue
    if (isNearLimb(arm, at(u), BODY_EDGE_SKIN * torso.shoulders)) return { reach: u, open: true }
  }
  if (end !== undefined) return { reach: end, open: true }
  // The bones tell about where an arm begins. One that is bare tells it: cloth goes on to its skin.
  const farthest = most + BODY_EDGE_ARM.bare * torso.shoulders
  let u = most
  while (u < farthest && isCloth(u)) u++
  const beyond = u + BODY_EDGE_ARM.edge
  const isWall = maskLevelAt(body.mask, at(beyond)) < IN_MASK
  // A wide top hides a bare arm behind it: there its cloth goes on to the wall.
  const isBare =
    u > most && u < farthest && (isSkin(beyond) || (isWall && v > bareFrom(wearer, side)))
  return isBare ? { reach: u, open: true } : { reach: most, open: false }
}

/** The height on the torso's axis from which on an arm is bare below its sleeve. */
function bareFrom(wearer: Wearer, side: -1 | 1): number {
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  const end = wornSleeveLength(wearer, side) + BODY_EDGE_ARM.sleeve * whole
  return end < whole ? pixelToTorso(wearer.torso, crossSectionAt(arm, end, side).at).v : Infinity
}

/** Where an arm that hangs beside the torso begins at a height; far away where none does. */
function armInWay({ torso }: Wearer, arm: Limb, side: -1 | 1, v: number): number {
  const joints = arm.map((joint) => pixelToTorso(torso, joint))
  for (let n = 0; n < 2; n++) {
    const [a, b] = [joints[n]!, joints[n + 1]!]
    if (v < Math.min(a.v, b.v) || v > Math.max(a.v, b.v) || a.v === b.v) continue
    const u = side * (a.u + ((v - a.v) * (b.u - a.u)) / (b.v - a.v))
    const { usual, forearm, aside } = BODY_EDGE_ARM
    const thick = (n === 0 ? usual : forearm * usual) * torso.shoulders
    if (u > 0) return Math.max(aside * torso.shoulders, u - thick)
  }
  return Infinity
}

/** A place along an arm: its point, and the direction across, away from the torso. */
export type CrossSection = { at: Point; out: Point }

/** The place at a distance along a limb, its bend rounded. */
export function crossSectionAt(
  [first, second, third]: Limb,
  along: number,
  side: -1 | 1,
): CrossSection {
  const [upper, lower] = [distance(first, second), distance(second, third)]
  const locate = (d: number): Point =>
    d <= upper
      ? pointBetween(first, second, d / Math.max(1, upper))
      : pointBetween(second, third, (d - upper) / Math.max(1, lower))
  const round = LIMB_ROUNDED * Math.min(upper, lower)
  const [before, after] = [locate(along - round), locate(along + round)]
  const middle = locate(along)
  const at = {
    x: (before.x + after.x + 2 * middle.x) / 4,
    y: (before.y + after.y + 2 * middle.y) / 4,
  }
  const length = distance(before, after) || 1
  const [dx, dy] = [(after.x - before.x) / length, (after.y - before.y) / length]
  // Seen along a limb that hangs down, out is at its right for the side at the right of the picture.
  return { at, out: { x: side * dy, y: -side * dx } }
}

/** How far the arm with its sleeve reaches from a place along it, away from the torso and towards it. */
export function armHalfWidths(
  { body, torso }: Wearer,
  { at, out }: CrossSection,
  most: number = BODY_EDGE_ARM.most * torso.shoulders,
): { outer: number; inner: number | undefined } {
  const walk = (sign: number): number =>
    distanceToMaskEnd(
      body.mask,
      (d) => ({ x: at.x + sign * d * out.x, y: at.y + sign * d * out.y }),
      {
        from: 0,
        most,
      },
    ) ?? Infinity
  const [outer, inner] = [walk(1), walk(-1)]
  const known = outer === Infinity ? BODY_EDGE_ARM.usual * torso.shoulders : outer
  return { outer: known, inner: inner === Infinity ? undefined : inner }
}

/**
 * The lower edge of the upper garment that is worn, from left to right, on the torso's axes; empty where
 * none shows.
 */
export function wornHemLine(wearer: Wearer): { u: number; v: number }[] {
  const { torso } = wearer
  const middle = wornHemHeight(wearer)
  const found: { u: number; v: number }[] = []
  for (let n = 0; n < BODY_EDGE_HEM.columns; n++) {
    const u = BODY_EDGE_HEM.reach * torso.shoulders * ((2 * n) / (BODY_EDGE_HEM.columns - 1) - 1)
    const v = lowerEdge(wearer, u, middle)
    if (v !== undefined) found.push({ u, v })
  }
  const heights = despike(
    found.map(({ v }) => v),
    4,
  )
  return found.map(({ u }, n) => ({ u, v: heights[n]! }))
}

/** Where the upper garment ends at a place across, near a height; undefined where no lower garment goes on below. */
function lowerEdge(wearer: Wearer, u: number, near: number): number | undefined {
  const { torso, regions } = wearer
  const room = BODY_EDGE_COLUMN.room * torso.shoulders
  let last: number | undefined
  for (let v = near - room; v < near + room; v += 0.5) {
    const worn = maskLevelAt(regions['upper-garment'], torsoToPixel(torso, u, v)) >= IN_MASK
    if (worn) last = v
    else if (last !== undefined && v > last + BODY_EDGE_COLUMN.gap * torso.shoulders) {
      return changeOfCloth(wearer, u, last)
    }
  }
  return undefined
}

/** Where what lies below a hem becomes another cloth, going up: regions are not sure of a seam's own colour. */
function changeOfCloth(
  { picture, torso, regions }: Wearer,
  u: number,
  near: number,
): number | undefined {
  const reach = BODY_EDGE_NEAR * torso.shoulders
  const colour = (v: number) => labColourAt(picture, torsoToPixel(torso, u, v))
  const low = near + BODY_EDGE_CHANGE.below * reach
  const below = colour(low)
  const above = colour(near - reach)
  const isCloth = maskLevelAt(regions['lower-garment'], torsoToPixel(torso, u, low)) >= IN_MASK
  if (!below || !above || !isCloth) return undefined
  const contrast = clothColourDistance(below, above)
  if (contrast < BODY_EDGE_CHANGE.least) return near
  for (let v = near + reach; v > near - reach; v -= 0.5) {
    const found = colour(v)
    if (found && clothColourDistance(found, below) > BODY_EDGE_CHANGE.share * contrast) return v
  }
  return near
}

/** How far down the upper garment reaches that is worn, on the torso's axis, as most of its width does. */
export function wornHemHeight({ torso, regions, confidence }: Wearer): number {
  let last = 0
  // Without a lower garment to end it, the upper one has no hem: a dress, or a picture that ends above it.
  const end = (confidence['lower-garment'] === 0 ? WORN_HEM.alone : WORN_HEM.to) * torso.length
  for (let v = WORN_HEM.from * torso.length; v < end; v++) {
    let worn = 0
    for (const share of WORN_HEM.across) {
      const point = torsoToPixel(torso, share * torso.shoulders, v)
      if (maskLevelAt(regions['upper-garment'], point) >= IN_MASK) worn++
    }
    if (worn >= WORN_HEM.least) last = v
  }
  return last
}

/** How far along an arm the sleeve reaches that is worn; 0 where there is none. */
export function wornSleeveLength(wearer: Wearer, side: -1 | 1): number {
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  let [last, bare] = [0, 0]
  for (let d = WORN_SLEEVE.from * whole; d < whole; d++) {
    const { at: point } = crossSectionAt(arm, d, side)
    const isCloth = maskLevelAt(wearer.regions['upper-garment'], point) >= IN_MASK
    bare = isCloth ? 0 : bare + 1
    if (isCloth) last = d
    if (bare > WORN_SLEEVE.bare * whole) break
  }
  return last
}

/** The colour of a picture at a point; undefined outside. */
export function labColourAt(
  { data, width, height }: Picture,
  { x, y }: Point,
): LabColour | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined
  const at = (row * width + column) * 4
  return srgbToLab(data[at]!, data[at + 1]!, data[at + 2]!)
}

/** Whether two colours can be those of one cloth in various light. */
export function couldBeOneDye(one: LabColour, other: LabColour): boolean {
  return clothColourDistance(one, other) < ONE_DYE
}
