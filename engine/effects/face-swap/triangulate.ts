import type { Point } from '../../raster/picture.ts'

/** Three indices into a list of points. */
export type Triangle = readonly [number, number, number]

type Circle = { corners: Triangle; x: number; y: number; square: number }

/**
 * The Delaunay triangulation of points, by inserting one after the other (Bowyer 1981, Watson 1981): each new point
 * opens the triangles whose circumcircle holds it and closes the gap with itself.
 */
export function triangulate(points: readonly Point[]): Triangle[] {
  const all = [...points, ...around(points)]
  const last = points.length
  let open: Circle[] = [circle(all, [last, last + 1, last + 2])]
  for (let i = 0; i < last; i++) {
    const { x, y } = all[i]!
    const rim = new Map<string, [number, number]>()
    const kept: Circle[] = []
    for (const triangle of open) {
      const inside = (x - triangle.x) ** 2 + (y - triangle.y) ** 2 < triangle.square
      if (!inside) kept.push(triangle)
      else edges(triangle.corners, rim)
    }
    for (const [a, b] of rim.values()) kept.push(circle(all, [a, b, i]))
    open = kept
  }
  return open.map(({ corners }) => corners).filter((corners) => corners.every((i) => i < last))
}

/** Adds a triangle's edges to the rim of the gap; an edge met from both sides lies inside it and goes. */
function edges([a, b, c]: Triangle, rim: Map<string, [number, number]>): void {
  for (const [from, to] of [
    [a, b],
    [b, c],
    [c, a],
  ] as [number, number][]) {
    const other = `${to},${from}`
    if (!rim.delete(other)) rim.set(`${from},${to}`, [from, to])
  }
}

/** The circle through three corners, which are put into the order that has them turn the same way. */
function circle(points: readonly Point[], [i, j, k]: Triangle): Circle {
  const [a, b, c] = [points[i]!, points[j]!, points[k]!]
  const twice = 2 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
  const ab = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
  const ac = (c.x - a.x) ** 2 + (c.y - a.y) ** 2
  const x = ((c.y - a.y) * ab - (b.y - a.y) * ac) / (twice || 1e-12)
  const y = ((b.x - a.x) * ac - (c.x - a.x) * ab) / (twice || 1e-12)
  return {
    corners: twice > 0 ? [i, j, k] : [i, k, j],
    x: a.x + x,
    y: a.y + y,
    square: x * x + y * y,
  }
}

/** A triangle far around all points. */
function around(points: readonly Point[]): [Point, Point, Point] {
  const xs = points.map((p) => p.x)
  const ys = points.map((p) => p.y)
  const size =
    50 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1e-6)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return [
    { x: x - size, y: y - size },
    { x: x + 2 * size, y: y - size },
    { x, y: y + 2 * size },
  ]
}
