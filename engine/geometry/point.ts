/** A point in source pixels; (0, 0) is the top left corner of the picture. */
export type Point = { x: number; y: number }

/** How far two points are apart. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** How far a point is from the nearest one of a segment, which is no point itself. */
export function distanceToSegment(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy)
}

/** The point of a line from one point to another, `share` of the way; beyond 0–1 the line goes on. */
export function pointBetween(from: Point, to: Point, share: number): Point {
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

/** The middle of two points. */
export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** The mean of some points, one at least. */
export function meanPoint(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  }
}

/** A vector's direction, of length 1; of no length where the vector has none. */
export function unitVector({ x, y }: Point): Point {
  const length = Math.hypot(x, y) || 1
  return { x: x / length, y: y / length }
}
