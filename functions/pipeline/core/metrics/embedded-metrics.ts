import {
  METRIC_NAMESPACE,
  METRIC_UNITS,
  type MetricDimensions,
  type MetricName,
} from '../../../../catalog/jobs/pipeline-metrics.ts'

/** The dimension sets of a log line, and the values of its dimensions and metrics by name. */
export type MetricLine = {
  dimensions: readonly MetricDimensions[]
  values: Readonly<Record<string, string | number>>
  /** Epoch milliseconds. */
  at: number
}

/**
 * The fields that turn a log line into metrics. CloudWatch reads them from the log, so no API call is made that could
 * fail. Source: "Embedded metric format specification", CloudWatch user guide.
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
