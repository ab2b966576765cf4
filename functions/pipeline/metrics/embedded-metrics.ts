import {
  METRIC_NAMESPACE,
  METRIC_UNITS,
  type MetricDimensions,
  type MetricName,
} from '../../../catalog/pipeline-metrics.ts'

/** What a line is parted by, e.g. `{ Pipeline: …, Outcome: 'failed' }`, and the numbers it holds. */
export type MetricLine = {
  dimensions: readonly MetricDimensions[]
  values: Readonly<Record<string, string | number>>
  /** Epoch milliseconds. */
  at: number
}

/**
 * The fields that make metrics of a log line: CloudWatch reads them out of the log, so that no call is made for them and
 * none can fail. Source: "Embedded metric format specification", CloudWatch user guide.
 */
export function embeddedMetrics({ dimensions, values, at }: MetricLine): Record<string, unknown> {
  return {
    _aws: {
      Timestamp: at,
      CloudWatchMetrics: dimensions.map(({ by, metrics }) => ({
        Namespace: METRIC_NAMESPACE,
        Dimensions: [by],
        Metrics: metrics.map((Name: MetricName) => ({ Name, Unit: METRIC_UNITS[Name] })),
      })),
    },
    ...values,
  }
}
