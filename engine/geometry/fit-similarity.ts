import { meanPoint, type Point } from './point.ts'

/** The similarity that lays `from` on `to` with the least squares; both have as many points. */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): (p: Point) => Point {
  const [p, q] = [meanPoint(from), meanPoint(to)]
  let [along, aside, squared] = [0, 0, 0]
  for (const [n, one] of from.entries()) {
    const [ax, ay] = [one.x - p.x, one.y - p.y]
    const [bx, by] = [to[n]!.x - q.x, to[n]!.y - q.y]
    along += ax * bx + ay * by
    aside += ax * by - ay * bx
    squared += ax * ax + ay * ay
  }
  const [a, b] = [along / (squared || 1), aside / (squared || 1)]
  return ({ x, y }) => ({
    x: q.x + a * (x - p.x) - b * (y - p.y),
    y: q.y + b * (x - p.x) + a * (y - p.y),
  })
}
