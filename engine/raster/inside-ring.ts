import type { Point } from './picture.ts'

/** Whether a point lies inside a polygon, by the even-odd rule. */
export function isInsideRing(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (let n = 0, last = ring.length - 1; n < ring.length; last = n++) {
    const [p, q] = [ring[n]!, ring[last]!]
    if (p.y > y !== q.y > y && x < ((q.x - p.x) * (y - p.y)) / (q.y - p.y) + p.x) inside = !inside
  }
  return inside
}
