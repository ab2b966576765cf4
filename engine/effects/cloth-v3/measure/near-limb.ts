import type { Point } from '../../../geometry/point.ts'

/** Whether a point lies nearer to a limb's bones than `most` pixels. */
export function isNearLimb(limb: readonly Point[], point: Point, most: number): boolean {
  for (let n = 1; n < limb.length; n++) {
    if (squareFromSegment(limb[n - 1]!, limb[n]!, point) < most * most) return true
  }
  return false
}

/** How far a point lies from a limb's bones, in pixels. */
export function distanceFromLimb(limb: readonly Point[], point: Point): number {
  let least = Infinity
  for (let n = 1; n < limb.length; n++) {
    least = Math.min(least, squareFromSegment(limb[n - 1]!, limb[n]!, point))
  }
  return Math.sqrt(least)
}

/** The share of a bone, 0–1, at which it lies nearest to a point. */
export function shareOfBone(a: Point, b: Point, p: Point): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const along = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y || 1)
  return Math.min(1, Math.max(0, along))
}

function squareFromSegment(a: Point, b: Point, p: Point): number {
  const share = shareOfBone(a, b, p)
  const [dx, dy] = [p.x - a.x - share * (b.x - a.x), p.y - a.y - share * (b.y - a.y)]
  return dx * dx + dy * dy
}
