import { medianOrZero } from '../../geometry/quantile.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { errorOf, type Freedom, fitMap, type Homography, type Pair } from './homography.ts'

/** A map that most pairs agree with. */
export type RobustFit = {
  map: Homography
  /** The share of the pairs that agree, 0–1. */
  agreed: number
}

/** Random samples that are tried, and pairs of each by the freedom of the map. */
const TRIALS = 80
const SAMPLE = { move: 1, similarity: 2, affine: 3, projection: 4 } as const

/** Rounds of reweighting after the best sample is found. */
const ROUNDS = 6

/** The round from which on a pair is measured by how exact those that agree are. */
const EXACT = 3

/**
 * Fits a map to pairs of which some are wrong: random sample consensus (Fischler and Bolles 1981), then least squares
 * with weights that fall with the error (Holland and Welsch 1977). Samples are of a similarity where a freer map is
 * wanted: two pairs are drawn right more often than four, and what is far from it is no camera's motion.
 * @param tolerance the error of a pair that agrees, in widths
 * @param importance of each pair, where they count differently
 */
export function fitRobustly(
  pairs: readonly Pair[],
  tolerance: number,
  freedom: Freedom,
  importance?: Float64Array,
): RobustFit | undefined {
  const drawn: Freedom = freedom === 'move' ? 'move' : 'similarity'
  if (pairs.length < SAMPLE[freedom]) return undefined
  const random = seededRandom()
  const loose = freedom === drawn ? tolerance : 4 * tolerance
  const ones = [1, 1]
  let [best, most] = [undefined as Homography | undefined, -1]
  for (let trial = 0; trial < TRIALS; trial++) {
    const sample = Array.from(
      { length: SAMPLE[drawn] },
      () => pairs[Math.floor(random() * pairs.length)]!,
    )
    const map = fitMap(sample, ones, drawn)
    if (!map) continue
    let agreed = 0
    for (const pair of pairs) agreed += Math.max(0, 1 - (errorOf(map, pair) / loose) ** 2)
    if (agreed > most) [best, most] = [map, agreed]
  }
  if (!best) return undefined
  const weights = new Float64Array(pairs.length)
  let map = best
  for (let round = 0; round < ROUNDS; round++) {
    // Narrowed step by step, or pairs that only the freer map explains would be lost with the first one.
    const scale =
      round < EXACT ? Math.max(tolerance, loose / 2 ** round) : exactness(map, pairs, tolerance)
    for (const [n, pair] of pairs.entries()) {
      const share = errorOf(map, pair) / (2 * scale)
      weights[n] = share < 1 ? (1 - share ** 2) ** 2 * (importance?.[n] ?? 1) : 0
    }
    const next = fitMap(
      pairs,
      weights,
      round === 0 && freedom === 'projection' ? 'affine' : freedom,
    )
    if (!next) break
    map = next
  }
  const agreeing = pairs.filter((pair) => errorOf(map, pair) < tolerance)
  return { map, agreed: agreeing.length / pairs.length }
}

/**
 * Twice the median error of the pairs that agree, at most their tolerance. Points beside what moves by itself are drawn
 * a little along with it: within the tolerance, but farther off than the others, and all to the same side.
 */
function exactness(map: Homography, pairs: readonly Pair[], tolerance: number): number {
  const errors = pairs.map((pair) => errorOf(map, pair)).filter((error) => error < tolerance)
  if (errors.length === 0) return tolerance
  return Math.min(tolerance, Math.max(tolerance / 10, 2 * medianOrZero(errors)))
}
