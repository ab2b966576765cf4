import type { Point } from '../../geometry/point.ts'

/**
 * Points on a Catmull-Rom spline through `points`, evenly by its parameter; the first and the last one are its ends.
 * @param count at least 2
 */
export function splineThrough(points: readonly Point[], count: number): Point[] {
  const last = points.length - 1
  return Array.from({ length: count }, (_, nth) => {
    const at = (nth / (count - 1)) * last
    const from = Math.min(last - 1, Math.floor(at))
    return between(
      points[Math.max(0, from - 1)]!,
      points[from]!,
      points[from + 1]!,
      points[Math.min(last, from + 2)]!,
      at - from,
    )
  })
}

/** Points on a closed Catmull-Rom spline through the corners of a ring, `each` of them a corner. */
export function closedSpline(ring: readonly Point[], each: number): Point[] {
  return ring.flatMap((from, nth) => {
    const corner = (by: number): Point => ring.at((nth + by) % ring.length)!
    return Array.from({ length: each }, (_, step) =>
      between(corner(-1), from, corner(1), corner(2), step / each),
    )
  })
}

function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const mix = (p: number, q: number, r: number, s: number): number =>
    q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) }
}
