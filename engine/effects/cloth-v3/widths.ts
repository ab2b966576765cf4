/** Cloth stands off what is measured by this share of the shoulders. */
export const EASE = 0.012

/**
 * A garment that lies flat ends where what was worn ends, if it would reach farther by less than this share says: the
 * shoulders tell its scale within a few per cent.
 */
export const ALIKE = 0.965

export function smoothed(values: readonly number[], radius: number): number[] {
  const window = (list: readonly number[], n: number) =>
    list.slice(Math.max(0, n - radius), n + radius + 1)
  const medians = values.map((_, n) => {
    const sorted = window(values, n).toSorted((a, b) => a - b)
    return sorted[sorted.length >> 1]!
  })
  return medians.map((_, n) => {
    const near = window(medians, n)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })
}
