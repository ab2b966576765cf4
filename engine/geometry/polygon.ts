import type { Point } from './point.ts'

/** Whether a point lies inside a polygon, by the even-odd rule. */
export function isInsideRing(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (let n = 0, last = ring.length - 1; n < ring.length; last = n++) {
    const p = ring[n]!
    const q = ring[last]!
    if (p.y > y !== q.y > y && x < ((q.x - p.x) * (y - p.y)) / (q.y - p.y) + p.x) inside = !inside
  }
  return inside
}

/** The same test for many points, most of which are not even near to the polygon. */
export function ringTest(ring: readonly Point[]): (x: number, y: number) => boolean {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return (x, y) => x >= left && x <= right && y >= top && y <= bottom && isInsideRing(ring, x, y)
}
