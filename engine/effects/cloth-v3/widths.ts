/** Cloth stands off what is measured by this share of the shoulders. */
export const EASE = 0.012

/**
 * A sleeve, and the hem of a garment that lies flat, ends where what was worn ends if that is more than this share of
 * its own length: the shoulders tell its scale within a few per cent.
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
