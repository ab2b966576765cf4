/**
 * How far a print is distorted: the directions of stripes in degrees from how they should run, and their distances in
 * per cent of how far apart they should be; means, and what nineteen of twenty places stay below.
 */
export type Distortion = { angle: Spread; spacing: Spread }
export type Spread = { mean: number; most: number }

/** The spread of values measured at many places. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length)
  return { mean, most: sorted[Math.floor(0.95 * (sorted.length - 1))] ?? Number.NaN }
}
