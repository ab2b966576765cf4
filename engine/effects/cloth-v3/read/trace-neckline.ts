import { cheapestPath } from '../../../geometry/cheapest-path.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import { medianOrZero } from '../../../geometry/quantile.ts'
import type { Product } from '../../../product/product.ts'
import type { Sides } from '../garment.ts'
import { NECKLINE_FIT, NECKLINE_TRACED } from '../tuning.ts'
import { clothAround } from './cloth-around.ts'

/** A change of colour, in CIELAB. */
type Change = readonly [number, number, number]

/**
 * A deep neck's front edge that was found as a bow, moved up and down to where the inside of the back really ends: a
 * bow rounds off the point of a V, and the inside would be worn below it. Of shallow ones, labels and the other edge of
 * a rib lie as near. Along the way that costs least (dynamic programming, Amini, Weymouth and Jain 1990), by the change
 * of colour that the bow has in common all along, and without steps.
 * @returns the bow itself where nothing near it is clearer
 */
export function traceNeckline(
  product: Product,
  neck: Sides<Point>,
  bow: readonly Point[],
): Point[] {
  const width = distance(...neck)
  if (deepestOf(bow) - (neck[0].y + neck[1].y) / 2 < NECKLINE_TRACED.deep * width) return [...bow]
  const count = 2 * NECKLINE_TRACED.steps + 1
  const step = (NECKLINE_TRACED.reach * width) / NECKLINE_TRACED.steps
  // What lies near it tells where an edge is, what lies farther off that it is one.
  const offs = [NECKLINE_FIT.off * width, NECKLINE_TRACED.near * NECKLINE_FIT.off * width]
  const changes = bow.map((_, n) =>
    Array.from({ length: count }, (_, k) => {
      const down = (k - NECKLINE_TRACED.steps) * step
      return meanOf(offs.map((off) => changeAt(product, bow, n, down, off)))
    }),
  )
  const own = changes
    .map((places) => places[NECKLINE_TRACED.steps])
    .filter((one) => one !== undefined)
  const common = [0, 1, 2].map((c) => medianOrZero(own.map((change) => change[c]!)))
  const size = Math.hypot(...common)
  if (size < NECKLINE_FIT.least) return [...bow]
  // More than the usual change tells of a print, and no more of the edge.
  const clear = changes.map((places) =>
    places.map((change) => {
      const along = change ? change.reduce((sum, part, c) => sum + part * common[c]!, 0) / size : 0
      return Math.min(NECKLINE_TRACED.most, Math.max(0, along / size))
    }),
  )
  const path = cheapestPath(
    clear.map((places) => places.map((value) => -value)),
    (from, to) => NECKLINE_TRACED.bends * (to - from) ** 2,
  )
  const mean = (at: (n: number) => number): number =>
    clear.reduce((sum, places, n) => sum + places[at(n)]!, 0) / clear.length
  if (mean((n) => path[n]!) < NECKLINE_TRACED.clearer * mean(() => NECKLINE_TRACED.steps)) {
    return [...bow]
  }
  const off = path.map((k, n) => {
    const [before, after] = [path[n - 1] ?? k, path[n + 1] ?? k]
    return ((before + 2 * k + after) / 4 - NECKLINE_TRACED.steps) * step
  })
  // Its ends are those of the neck.
  return bow.map(({ x, y }, n) =>
    n === 0 || n === bow.length - 1 ? { x, y } : { x, y: y + off[n]! },
  )
}

/** The mean of two changes; undefined where one is. */
function meanOf([one, other]: readonly (Change | undefined)[]): Change | undefined {
  return one && other && (one.map((part, c) => (part + other[c]!) / 2) as unknown as Change)
}

function deepestOf(line: readonly Point[]): number {
  return Math.max(...line.map(({ y }) => y))
}

/** The change of colour across a bow that is moved down by so many pixels; undefined where it leaves the cloth. */
function changeAt(
  product: Product,
  bow: readonly Point[],
  n: number,
  down: number,
  off: number,
): Change | undefined {
  const [before, after] = [bow[Math.max(0, n - 1)]!, bow[Math.min(bow.length - 1, n + 1)]!]
  const length = distance(before, after) || 1
  const [x, y] = [(off * (before.y - after.y)) / length, (off * (after.x - before.x)) / length]
  const place = bow[n]!
  const above = clothAround(product, place.x - x, place.y + down - y)
  const below = clothAround(product, place.x + x, place.y + down + y)
  return above && below && [below.l - above.l, below.a - above.a, below.b - above.b]
}
