import { selectNth } from './select-nth.ts'

/**
 * The value below which a share of the values lies: of `n` in ascending order that at `floor(share * n)`; 0 where there
 * are none.
 * @param share 0–1
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return 0
  const nth = Math.min(values.length - 1, Math.floor(share * values.length))
  return selectNth(Float64Array.from(values), nth)
}

/** The middle one of the values, of an even number the upper one of both; 0 where there are none. */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5)
}
