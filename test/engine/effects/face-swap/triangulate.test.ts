import { expect, test } from 'vitest'
import { triangulate } from '../../../../engine/effects/face-swap/triangulate.ts'
import type { Point } from '../../../../engine/geometry/point.ts'

test('triangles: no point lies in another triangle’s circumcircle, and they fill the hull', () => {
  const points = Array.from(
    { length: 60 },
    (_, i): Point => ({ x: (i * 37) % 61, y: (i * 53) % 59 }),
  )
  const triangles = triangulate(points)
  for (const [i, j, k] of triangles) {
    const [a, b, c] = [points[i]!, points[j]!, points[k]!]
    for (const p of points) expect(inCircle(a, b, c, p)).toBeLessThan(1e-6)
  }
  // By Euler: 2n − 2 − h triangles for n points, h of them on the hull.
  expect(triangles.length).toBeGreaterThan(60)
  expect(triangles.length).toBeLessThanOrEqual(2 * 60 - 5)
})

/** Above 0 where `p` lies inside the circle through the corners, which turn to the right (y grows downwards). */
function inCircle(a: Point, b: Point, c: Point, p: Point): number {
  const [ax, ay, bx, by, cx, cy] = [
    a.x - p.x,
    a.y - p.y,
    b.x - p.x,
    b.y - p.y,
    c.x - p.x,
    c.y - p.y,
  ]
  return (
    (ax * ax + ay * ay) * (bx * cy - cx * by) -
    (bx * bx + by * by) * (ax * cy - cx * ay) +
    (cx * cx + cy * cy) * (ax * by - bx * ay)
  )
}
