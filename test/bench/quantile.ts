/** The value that `share` (0–1) of the values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ??
    Number.NaN
  )
}
