/** A metric as CloudWatch tells metrics apart: another value of a dimension is another metric. */
export type Metric = {
  readonly namespace: string
  readonly name: string
  readonly dimensions: Readonly<Record<string, string>>
}

/** Takes one measured value. `at` is in epoch milliseconds and is now by default. */
export type PutMetric = (metric: Metric, value: number, at?: number) => void

/** The values of a metric or an expression, by the epoch milliseconds at which their period begins. */
export type Series = ReadonlyMap<number, number>

/** Consecutive periods, the oldest first, by the epoch milliseconds at which each begins. */
export type Window = { readonly starts: readonly number[]; readonly periodMs: number }

/** The text that stands for a metric, whatever the order of its dimensions. */
export function metricKey({ namespace, name, dimensions }: Metric): string {
  const sorted = Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([namespace, name, sorted])
}
