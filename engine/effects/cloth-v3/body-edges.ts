import type { Point } from '../../raster/picture.ts'
import { between, distance } from './polyline.ts'
import { fromTorso, type Limb, onTorso, valueAt, type Wearer } from './wearer.ts'

/** Half the thickness of an arm, in widths of the shoulders: where it cannot be measured, and at most. */
const ARM = { usual: 0.13, most: 0.3 } as const

/** From this value on a pixel belongs to a mask. */
const IN = 128

/**
 * How far the torso reaches from its axis at a height, with what is worn there, in pixels: to the background, to the
 * skin of an arm, or to where an arm must lie.
 * @param side -1 for the side at the left of the picture, 1 for the other
 */
export function torsoReach(wearer: Wearer, side: -1 | 1, v: number): number {
  const { torso, body, regions } = wearer
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const blocked = armInWay(wearer, arm, side, v)
  const most = Math.min(blocked, 1.3 * torso.shoulders)
  const least = 0.25 * torso.shoulders
  for (let u = 0; u < most; u++) {
    const point = fromTorso(torso, side * u, v)
    if (valueAt(body.mask, point) < IN) return u
    if (u < least || valueAt(regions['body-skin'], point) < IN) continue
    if (
      valueAt(regions['upper-garment'], point) < 90 &&
      isNear(arm, point, 0.3 * torso.shoulders)
    ) {
      return u
    }
  }
  return most
}

/** Where an arm that hangs beside the torso begins at a height; far away where none does. */
function armInWay({ torso }: Wearer, arm: Limb, side: -1 | 1, v: number): number {
  const joints = arm.map((joint) => onTorso(torso, joint))
  for (let n = 0; n < 2; n++) {
    const [a, b] = [joints[n]!, joints[n + 1]!]
    if (v < Math.min(a.v, b.v) || v > Math.max(a.v, b.v) || a.v === b.v) continue
    const u = side * (a.u + ((v - a.v) * (b.u - a.u)) / (b.v - a.v))
    const thick = (n === 0 ? ARM.usual : 0.8 * ARM.usual) * torso.shoulders
    if (u > 0) return Math.max(0.2 * torso.shoulders, u - thick)
  }
  return Infinity
}

export function isNear(limb: readonly Point[], point: Point, most: number): boolean {
  return limb.some((joint, n) => n > 0 && fromSegment(limb[n - 1]!, joint, point) < most)
}

function fromSegment(a: Point, b: Point, p: Point): number {
  const length = distance(a, b) || 1
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length ** 2
  return distance(p, between(a, b, Math.min(1, Math.max(0, along))))
}

/** A place along an arm: its point, and the direction across, away from the torso. */
export type Cut = { at: Point; out: Point }

/** The place at a distance along a limb, its bend rounded. */
export function cutAt([first, second, third]: Limb, along: number, side: -1 | 1): Cut {
  const [upper, lower] = [distance(first, second), distance(second, third)]
  const locate = (d: number): Point =>
    d <= upper
      ? between(first, second, d / Math.max(1, upper))
      : between(second, third, (d - upper) / Math.max(1, lower))
  const round = 0.25 * Math.min(upper, lower)
  const [before, after] = [locate(along - round), locate(along + round)]
  const middle = locate(along)
  const at = {
    x: 0.25 * (before.x + after.x) + 0.5 * middle.x,
    y: 0.25 * (before.y + after.y) + 0.5 * middle.y,
  }
  const length = distance(before, after) || 1
  const [dx, dy] = [(after.x - before.x) / length, (after.y - before.y) / length]
  // Seen along a limb that hangs down, out is at its right for the side at the right of the picture.
  return { at, out: { x: side * dy, y: -side * dx } }
}

/** How far the arm with its sleeve reaches from a place along it, away from the torso and towards it. */
export function armReach(
  { body, torso }: Wearer,
  { at, out }: Cut,
  most: number = ARM.most * torso.shoulders,
): { outer: number; inner: number | undefined } {
  const walk = (sign: number): number => {
    for (let d = 0; d < most; d++) {
      const point = { x: at.x + sign * d * out.x, y: at.y + sign * d * out.y }
      if (valueAt(body.mask, point) < IN) return d
    }
    return Infinity
  }
  const [outer, inner] = [walk(1), walk(-1)]
  const known = outer === Infinity ? ARM.usual * torso.shoulders : outer
  return { outer: known, inner: inner === Infinity ? undefined : inner }
}

/** How far down the upper garment reaches that is worn, on the torso's axis. */
export function wornHem({ torso, regions, confidence }: Wearer): number {
  let last = 0
  // Without a lower garment to end it, the upper one has no hem: a dress, or a picture that ends above it.
  const end = confidence['lower-garment'] === 0 ? 0.95 * torso.length : 1.35 * torso.length
  for (let v = 0.5 * torso.length; v < end; v++) {
    let worn = 0
    for (const share of [-0.25, -0.12, 0, 0.12, 0.25]) {
      const point = fromTorso(torso, share * torso.shoulders, v)
      if (valueAt(regions['upper-garment'], point) >= 128) worn++
    }
    if (worn >= 3) last = v
  }
  return last
}
