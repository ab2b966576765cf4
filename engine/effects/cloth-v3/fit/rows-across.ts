import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { ROWS_ACROSS_DENSE } from '../tuning.ts'

/** Both edges of a sleeve, from the shoulder's tip to its end: the under one goes over the armpit. */
export type SleeveEdges = { outer: readonly Point[]; under: readonly Point[] }

/**
 * Points of both edges of a sleeve in rows that lie across it, as its threads do, from the shoulder's tip to its end.
 * By equal distances along each edge the rows of a sleeve would lean, as its edges are not of one length.
 * @param alongOf how far along the arm, or along the sleeve that lies flat, a point lies
 */
export function rowsAcross(
  { outer, under }: SleeveEdges,
  alongOf: (point: Point) => number,
  count: number,
): { outer: Point[]; under: Point[] } {
  const start = alongOf(outer[0]!)
  const rows = (line: readonly Point[]): Point[] => {
    const alongs = line.map(alongOf)
    const end = alongs.at(-1)!
    return Array.from({ length: count }, (_, row) =>
      row === count - 1
        ? line.at(-1)!
        : pointAt(line, alongs, start + (row / (count - 1)) ** ROWS_ACROSS_DENSE * (end - start)),
    )
  }
  return { outer: rows(outer), under: rows(under) }
}

/** Where a line is last at a place along the arm, going to its end. */
function pointAt(line: readonly Point[], alongs: readonly number[], along: number): Point {
  for (let n = line.length - 1; n > 0; n--) {
    const [a, b] = [alongs[n - 1]!, alongs[n]!]
    if (a <= along && along <= b) {
      return pointBetween(line[n - 1]!, line[n]!, a === b ? 0 : (along - a) / (b - a))
    }
  }
  return along < alongs[0]! ? line[0]! : line.at(-1)!
}

/** How far along a bent limb the place lies that is nearest to a point, in pixels; before and after it by its lines. */
export function alongLimb(limb: readonly Point[], point: Point): number {
  let [walked, nearest, found] = [0, Infinity, 0]
  for (let n = 1; n < limb.length; n++) {
    const [a, b] = [limb[n - 1]!, limb[n]!]
    const length = distance(a, b) || 1
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length]
    const whole = (point.x - a.x) * dx + (point.y - a.y) * dy
    const least = n === 1 ? -Infinity : 0
    const along = Math.min(n === limb.length - 1 ? Infinity : length, Math.max(least, whole))
    const off = distance(point, { x: a.x + along * dx, y: a.y + along * dy })
    if (off < nearest) [nearest, found] = [off, walked + along]
    walked += length
  }
  return found
}
