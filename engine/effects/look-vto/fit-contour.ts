import { distance, type Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { CONTOUR_BEND, CONTOUR_HOLD, CONTOUR_PLACES } from './tuning.ts'

/** How a closed contour is moved along its normals to an edge of a plane. */
type Fit = {
  /** The farthest that a point is moved inwards and outwards, in pixels. */
  inwards: number
  outwards: number
  /** How much the plane decides, 0–1; at 0 the contour stays. */
  sure: number
  /** How firmly each point is held where it is, relative to the usual one. */
  hold: (nth: number) => number
}

/**
 * Moves the points of a closed contour along their normals to where a plane falls from 1 inside to 0 outside. All are
 * moved together (dynamic programming), so that the contour stays smooth: an active contour (Amini et al. 1990).
 * @param inside how much each pixel looks like what the contour encloses, 0–1
 * @param ring the points, evenly spaced; the first one is where the fit begins and ends
 */
export function fitContour(
  inside: Float32Array,
  size: Size,
  ring: readonly Point[],
  { inwards, outwards, sure, hold }: Fit,
): Point[] {
  if (sure <= 0) return [...ring]
  const normals = outwardNormals(ring)
  const offsets = Array.from(
    { length: CONTOUR_PLACES },
    (_, k) => ((inwards + outwards) * k) / (CONTOUR_PLACES - 1) - inwards,
  )
  const halfway = (inwards + outwards) / (CONTOUR_PLACES - 1) / 2
  const costs = ring.map((at, nth) => {
    // An edge lies half way between the last place inside and the first one outside.
    const profile = offsets.map((by) => likeAt(inside, size, at, normals[nth]!, by - halfway))
    return placeCosts(profile).map(
      (cost, k) =>
        sure * cost +
        CONTOUR_HOLD * hold(nth) * (offsets[k]! / (offsets[k]! < 0 ? inwards : outwards)) ** 2,
    )
  })
  const chosen = smoothed(cheapestWay(costs).map((k) => offsets[k]!))
  return ring.map(({ x, y }, nth) => {
    const { x: dx, y: dy } = normals[nth]!
    return { x: x + dx * chosen[nth]!, y: y + dy * chosen[nth]! }
  })
}

function outwardNormals(ring: readonly Point[]): Point[] {
  let area = 0
  for (let nth = 0; nth < ring.length; nth++) {
    const [a, b] = [ring[nth]!, ring[(nth + 1) % ring.length]!]
    area += a.x * b.y - b.x * a.y
  }
  const turn = Math.sign(area) || 1
  return ring.map((_, nth) => {
    const [a, b] = [ring.at(nth - 2)!, ring[(nth + 2) % ring.length]!]
    const length = distance(b, a) || 1
    return { x: (turn * (b.y - a.y)) / length, y: (turn * (a.x - b.x)) / length }
  })
}

function likeAt(
  plane: Float32Array,
  { width, height }: Size,
  { x, y }: Point,
  normal: Point,
  by: number,
): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x + normal.x * by)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y + normal.y * by)))
  return plane[row * width + column]!
}

/** The share of a profile that is on the wrong side of an edge at each of its places. */
function placeCosts(profile: readonly number[]): number[] {
  let wrong = profile.reduce((sum, like) => sum + like, 0)
  return profile.map((like) => {
    wrong += 1 - 2 * like
    return wrong / CONTOUR_PLACES
  })
}

/** The place of each point for which all costs together are least. */
function cheapestWay(costs: readonly number[][]): number[] {
  const sums: number[][] = [costs[0]!]
  const from: number[][] = []
  for (let nth = 1; nth < costs.length; nth++) {
    const before = sums[nth - 1]!
    const best = costs[nth]!.map((_, k) => {
      let [least, at] = [Number.POSITIVE_INFINITY, k]
      for (let j = Math.max(0, k - 3); j <= Math.min(CONTOUR_PLACES - 1, k + 3); j++) {
        const cost = before[j]! + CONTOUR_BEND * ((k - j) / CONTOUR_PLACES) ** 2
        if (cost < least) [least, at] = [cost, j]
      }
      return { least, at }
    })
    sums.push(costs[nth]!.map((cost, k) => cost + best[k]!.least))
    from.push(best.map(({ at }) => at))
  }
  const last = sums.at(-1)!
  const way = [last.indexOf(Math.min(...last))]
  for (let nth = from.length - 1; nth >= 0; nth--) way.unshift(from[nth]![way[0]!]!)
  return way
}

/** Binomial weights around the ring. */
function smoothed(values: readonly number[]): number[] {
  const at = (nth: number): number => values[(nth + values.length) % values.length]!
  const weights = [1, 6, 15, 20, 15, 6, 1]
  return values.map(
    (_, nth) => weights.reduce((sum, weight, k) => sum + weight * at(nth + k - 3), 0) / 64,
  )
}
