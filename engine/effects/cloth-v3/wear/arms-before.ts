import { type Point, pointBetween } from '../../../geometry/point.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { WornTop } from '../fit/fit-top.ts'
import { alongArm, outOfArm } from '../fit/sleeve-end.ts'
import { pairOf } from '../garment.ts'
import { distanceFromLimb, isNearLimb } from '../measure/near-limb.ts'
import type { Wearer } from '../measure/wearer.ts'
import { ARMHOLE, LOOSE_CLOTH_FINGERS, TOP_ARM } from '../tuning.ts'

/**
 * How much of the pixel at a place belongs to an arm or a hand that lies before a garment, 0–1: an arm from its
 * sleeve's cuff down to the fingers, which hang before a long hem. The armhole of a garment without sleeves curves from
 * the shoulder's tip, which covers the arm, to the armpit, which the arm covers; all that is beyond it is arm.
 */
export function armsBefore(
  { arms, torso }: Pick<Wearer, 'arms' | 'torso'>,
  { bareArms, armholes, sleeves }: Pick<WornTop, 'bareArms' | 'armholes' | 'sleeves'>,
): (place: Point) => number {
  const shown = pairOf((n) => {
    const [, elbow, wrist] = arms[n]
    const limb = [...bareArms[n], pointBetween(elbow, wrist, LOOSE_CLOTH_FINGERS)]
    return { limb, isBeyond: beyondLine(cuffOf(sleeves[n], limb), limb) }
  })
  const shareOf = (place: Point, n: 0 | 1): number => {
    const { limb, isBeyond } = shown[n]
    const near = TOP_ARM * torso.shoulders
    const hole = armholes?.[n]
    const along = hole ? alongArm(arms[n], place) : 0
    if (hole && along < hole.end) {
      const { tip, end } = hole
      const share = smoothstep(0, 1, (along - tip.along) / (end - tip.along))
      const edge = tip.out - share * (tip.out + near)
      const beyond = outOfArm(arms[n], place, n) - edge
      return along > tip.along ? Math.min(1, Math.max(0, beyond + 0.5)) : 0
    }
    const first = shareWithin(near, distanceFromLimb(limb.slice(0, 2), place)) * isBeyond(place)
    return Math.max(first, shareWithin(near, distanceFromLimb(limb.slice(1), place)))
  }
  return (place) => Math.max(shareOf(place, 0), shareOf(place, 1))
}

/**
 * How far places lie beside an armhole of a garment without sleeves, 1 from the shoulder down and less and less to 0 at
 * the armpit: an armhole ends where it is cut, and not where that of what was worn did.
 */
export function besideArmholes(
  { arms, torso }: Pick<Wearer, 'arms' | 'torso'>,
  armholes: WornTop['armholes'],
): (place: Point) => number {
  const near = ARMHOLE.near * torso.shoulders
  const over = ARMHOLE.over * torso.shoulders
  const shareOf = (place: Point, n: 0 | 1): number => {
    const above = armholes ? (armholes[n].end - alongArm(arms[n], place)) / over : 0
    return above > 0 && isNearLimb(arms[n].slice(0, 2), place, near) ? Math.min(1, above) : 0
  }
  return (place) => Math.max(shareOf(place, 0), shareOf(place, 1))
}

/** How much of a pixel lies within a distance. */
function shareWithin(most: number, distance: number): number {
  return most === 0 ? 0 : Math.min(1, Math.max(0, most - distance + 0.5))
}

/** The line that an arm comes out of a sleeve at; without one it goes across the shoulder's joint. */
function cuffOf(sleeve: WornTop['sleeves'][number] | undefined, limb: readonly Point[]) {
  if (sleeve) {
    const row = sleeve.worn.slice(-sleeve.columns)
    return [row[0]!, row.at(-1)!] as const
  }
  const [from, to] = [limb[0]!, limb[1]!]
  return [from, { x: from.x - (to.y - from.y), y: from.y + (to.x - from.x) }] as const
}

/** How much of a pixel lies on that side of a line to which a limb goes. */
function beyondLine(
  [a, b]: readonly [Point, Point],
  [from, to]: readonly Point[],
): (place: Point) => number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const side = Math.sign(x * (to!.y - from!.y) - y * (to!.x - from!.x)) / (Math.hypot(x, y) || 1)
  return (place) =>
    Math.min(1, Math.max(0, side * (x * (place.y - a.y) - y * (place.x - a.x)) + 0.5))
}
