/** What is kept of the values of one minute. */
export type Aggregate = { count: number; sum: number; min: number; max: number }

/** The statistics that can be had of aggregates (CloudWatch User Guide, "CloudWatch statistics definitions"). */
const STATISTICS: Readonly<Record<string, (values: Aggregate) => number>> = {
  SampleCount: ({ count }) => count,
  Sum: ({ sum }) => sum,
  Average: ({ sum, count }) => sum / count,
  Minimum: ({ min }) => min,
  Maximum: ({ max }) => max,
}

export type Statistic = (values: Aggregate) => number

/**
 * The statistic of that name.
 * @throws Error naming it, for percentiles and others that need every single value
 */
export function statisticOf(name: string): Statistic {
  const statistic = STATISTICS[name]
  if (statistic) return statistic
  throw new Error(`The statistic ${name} cannot be had locally`)
}

/** Adds `more` to `to`. */
export function addAggregate(to: Aggregate, more: Aggregate): void {
  to.count += more.count
  to.sum += more.sum
  to.min = Math.min(to.min, more.min)
  to.max = Math.max(to.max, more.max)
}
