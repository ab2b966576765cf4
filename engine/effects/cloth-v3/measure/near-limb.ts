import type { Point } from '../../../geometry/point.ts'

/** Whether a point lies nearer to a limb's bones than `most` pixels. */
export function isNearLimb(limb: readonly Point[], point: Point, most: number): boolean {
  for (let n = 1; n < limb.length; n++) {
    if (squareFromSegment(limb[n - 1]!, limb[n]!, point) < most * most) return true
  }
  return false
}

/** Whether a point lies near a limb's bones as for {@link isNearLimb}, and not before where they begin. */
export function isBesideLimb(limb: readonly Point[], point: Point, most: number): boolean {
  const [from, to] = [limb[0]!, limb[1]!]
  const along = (point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)
  return along >= 0 && isNearLimb(limb, point, most)
}

function squareFromSegment(a: Point, b: Point, p: Point): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const along = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y || 1)
  const share = Math.min(1, Math.max(0, along))
  const [dx, dy] = [p.x - a.x - share * x, p.y - a.y - share * y]
  return dx * dx + dy * dy
}
