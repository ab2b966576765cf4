import { selectNth } from './select-nth.ts'

/**
 * The value below which a share of the values lies: of `n` in ascending order that at `floor(share * n)`.
 * @param share 0–1
 * @param empty the answer where there are no values
 */
export function quantileOr(values: ArrayLike<number>, share: number, empty: number): number {
  if (values.length === 0) return empty
  const nth = Math.min(values.length - 1, Math.floor(share * values.length))
  return selectNth(Float64Array.from(values), nth)
}

/** The value below which a share of the values lies, as {@link quantileOr} has it; 0 where there are none. */
export function quantileOrZero(values: ArrayLike<number>, share: number): number {
  return quantileOr(values, share, 0)
}

/** The middle one of the values, of an even number the upper one of both; 0 where there are none. */
export function medianOrZero(values: ArrayLike<number>): number {
  return quantileOr(values, 0.5, 0)
}

/**
 * The value that stands at a share of the way from the least to the greatest, rounded down to one that is there: of `n`
 * in ascending order that at `floor(share * (n - 1))`; 0 where there are none. The median of an even number is the
 * lower one of both.
 * @param share 0–1
 */
export function lowerQuantileOrZero(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return 0
  return selectNth(Float64Array.from(values), Math.floor(share * (values.length - 1)))
}

/** The middle one of the values, of an even number the mean of both; 0 where there are none. */
export function meanMedianOrZero(values: ArrayLike<number>): number {
  return (lowerQuantileOrZero(values, 0.5) + medianOrZero(values)) / 2
}

/** The value whose rank is nearest to a share of the way from the least to the greatest; 0 where there are none. */
export function nearestQuantileOrZero(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return 0
  return selectNth(Float64Array.from(values), Math.round(share * (values.length - 1)))
}
