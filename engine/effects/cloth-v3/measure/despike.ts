import { medianOrZero } from '../../../geometry/quantile.ts'

/**
 * A row of values without what stands out: the median of each value and its neighbours, then the mean of these.
 * @param radius how many neighbours count at either side
 */
export function despike(values: readonly number[], radius: number): number[] {
  const window = (list: readonly number[], n: number) =>
    list.slice(Math.max(0, n - radius), n + radius + 1)
  const medians = values.map((_, n) => medianOrZero(window(values, n)))
  return medians.map((_, n) => {
    const near = window(medians, n)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })
}
