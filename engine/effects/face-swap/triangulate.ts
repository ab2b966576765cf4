import type { Point } from '../../geometry/point.ts'

/** Three indices into a list of points. */
export type Triangle = readonly [number, number, number]

type Circumcircle = { corners: Triangle; x: number; y: number; square: number }

/**
 * The Delaunay triangulation of points by the incremental algorithm of Bowyer and Watson (both Computer Journal 24,
 * 1981): a new point removes the triangles whose circumcircle contains it and is connected to the rim of the hole.
 * Points are inserted from left to right, so that triangles whose circumcircle lies to the left are finished.
 */
export function triangulate(points: readonly Point[]): Triangle[] {
  const all = [...points, ...superTriangle(points)]
  const last = points.length
  const order = points.map((_, i) => i).sort((i, j) => points[i]!.x - points[j]!.x)
  const done: Triangle[] = []
  let open: Circumcircle[] = [circumcircleOf(all, [last, last + 1, last + 2])]
  for (const i of order) {
    const { x, y } = all[i]!
    const rim: Edge[] = []
    const kept: Circumcircle[] = []
    for (const triangle of open) {
      const across = x - triangle.x
      const square = across * across + (y - triangle.y) ** 2
      if (square < triangle.square) toggleEdges(triangle.corners, rim)
      else if (across > 0 && across * across > triangle.square) done.push(triangle.corners)
      else kept.push(triangle)
    }
    for (const [a, b] of rim) kept.push(circumcircleOf(all, [a, b, i]))
    open = kept
  }
  done.push(...open.map(({ corners }) => corners))
  return done.filter((corners) => corners.every((i) => i < last))
}

type Edge = readonly [number, number]

/**
 * Adds a triangle's edges to the rim of a hole. An edge between two removed triangles lies inside the hole and goes.
 */
function toggleEdges([a, b, c]: Triangle, rim: Edge[]): void {
  toggleEdge(a, b, rim)
  toggleEdge(b, c, rim)
  toggleEdge(c, a, rim)
}

function toggleEdge(from: number, to: number, rim: Edge[]): void {
  for (let nth = 0; nth < rim.length; nth++) {
    const other = rim[nth]!
    if (other[0] !== to || other[1] !== from) continue
    rim[nth] = rim[rim.length - 1]!
    rim.pop()
    return
  }
  rim.push([from, to])
}

/** The circumcircle of three corners, which are ordered so that all triangles have the same orientation. */
function circumcircleOf(points: readonly Point[], [i, j, k]: Triangle): Circumcircle {
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

/** A triangle far around all points, from which the algorithm starts. */
function superTriangle(points: readonly Point[]): [Point, Point, Point] {
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
