import type { Point } from '../../raster/picture.ts'
import { between, distance } from './polyline.ts'

/** Whether a point lies nearer to a limb's bones than `most` pixels. */
export function isNear(limb: readonly Point[], point: Point, most: number): boolean {
  return limb.some((joint, n) => n > 0 && fromSegment(limb[n - 1]!, joint, point) < most)
}

function fromSegment(a: Point, b: Point, p: Point): number {
  const length = distance(a, b) || 1
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length ** 2
  return distance(p, between(a, b, Math.min(1, Math.max(0, along))))
}
