import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import type { Mask } from '../../../raster/picture.ts'
import { distanceFromLimb, isNearLimb } from '../measure/near-limb.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import { maskLevelAt, type Wearer } from '../measure/wearer.ts'
import {
  IN_MASK,
  UNCOVERED_ALONG,
  UNCOVERED_BESIDE,
  UNCOVERED_HANGS,
  UNCOVERED_LEG,
  UNCOVERED_LEG_HALF,
  UNCOVERED_SLEEVE,
  UNCOVERED_WRIST,
} from '../tuning.ts'

/** Whether skin shows along most of each forearm. */
export function bareForearms({ arms, regions }: Wearer): boolean[] {
  return arms.map(([, elbow, wrist]) => {
    const places = Array.from({ length: 20 }, (_, n) => pointBetween(elbow, wrist, (n + 0.5) / 20))
    const bare = places.filter((place) => maskLevelAt(regions['body-skin'], place) >= IN_MASK)
    return bare.length > places.length / 2
  })
}

/**
 * Whether a point lies beside a forearm, away from the body: a sleeve that was worn may hang there below the hem.
 * Beside a bare one it is the skirt, which stays.
 */
export function isOnArm(
  point: Point,
  { arms, torso }: Wearer,
  bareArms: readonly boolean[],
): boolean {
  const near = UNCOVERED_SLEEVE * torso.shoulders
  return arms.some(
    ([, elbow, wrist], n) =>
      !bareArms[n] &&
      isNearLimb([elbow, wrist], point, near) &&
      (n === 0 ? -1 : 1) * (pixelToTorso(torso, point).u - pixelToTorso(torso, wrist).u) >
        -UNCOVERED_HANGS * torso.shoulders,
  )
}

/** Whether a point lies on the wrist itself, where a longer sleeve ended. */
export function isOnWrist(point: Point, { arms, torso }: Wearer): boolean {
  const { from, half } = UNCOVERED_WRIST
  return arms.some(([, elbow, wrist]) =>
    isNearLimb([pointBetween(elbow, wrist, from), wrist], point, half * torso.shoulders),
  )
}

/** Whether a point lies on a leg, below a dress that is shorter than the one that was worn. */
export function isOnLeg(point: Point, { legs, torso }: Wearer): boolean {
  return legs.some(([, knee, ankle]) =>
    isNearLimb([knee, ankle], point, UNCOVERED_LEG_HALF * torso.shoulders),
  )
}

/** Whether a pixel is right above a region: above skin of a leg that a shorter hem shows more of, or above a shoe. */
export function isAbove(
  { regions, picture, torso }: Wearer,
  names: readonly (keyof Wearer['regions'])[],
  at: number,
): boolean {
  const most = Math.round(UNCOVERED_LEG * torso.shoulders) * picture.width
  return names.some((name) => {
    const { data } = regions[name]
    const end = Math.min(data.length, at + most)
    for (let below = at; below < end; below += picture.width)
      if (data[below]! > IN_MASK) return true
    return false
  })
}

/**
 * Whether a pixel lies in a seam between a garment and a bare arm: skin is beside it, and neither background nor what
 * is worn below is as near.
 */
export function isBesideArm({ regions, picture, body, torso }: Wearer, at: number): boolean {
  const [skin, lower] = [regions['body-skin'].data, regions['lower-garment'].data]
  const most = Math.max(2, Math.round(UNCOVERED_BESIDE * torso.shoulders))
  for (let by = 1; by <= most; by++) {
    const around = [at - by, at + by, at - by * picture.width, at + by * picture.width]
    if (around.some((place) => body.mask.data[place]! < IN_MASK || lower[place]! > IN_MASK))
      return false
    if (around.some((place) => skin[place]! > 200)) return true
  }
  return false
}

/**
 * Whether what was worn at a pixel ends at the wall and not at skin, farther down along the arm: the outline of an arm
 * goes on as its bone does, and beside it nothing but the wall was behind a wide sleeve.
 */
export function endsAtWall(
  { arms, regions, picture, body, torso }: Wearer,
  at: number,
  old: Mask['data'],
): boolean {
  const from = { x: at % picture.width, y: Math.floor(at / picture.width) }
  const bones = arms.flatMap(([shoulder, elbow, wrist]) => [
    [shoulder, elbow] as const,
    [elbow, wrist] as const,
  ])
  const [first] = bones.toSorted(
    (one, other) => distanceFromLimb(one, from) - distanceFromLimb(other, from),
  )
  if (!first) return false
  const [a, b] = first
  const length = distance(a, b) || 1
  const most = UNCOVERED_ALONG * torso.shoulders
  for (let by = 1; by <= most; by++) {
    const x = Math.round(from.x + (by * (b.x - a.x)) / length)
    const y = Math.round(from.y + (by * (b.y - a.y)) / length)
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return false
    const place = y * picture.width + x
    if (regions['body-skin'].data[place]! > IN_MASK) return false
    if (body.mask.data[place]! < IN_MASK && old[place]! < IN_MASK) return true
  }
  return false
}
