/** Where the pipeline's own metrics are found in CloudWatch. */
export const METRIC_NAMESPACE = 'Darkroom/Pipeline'

/** The metrics the pipeline's functions write, with CloudWatch's units. */
export const METRIC_UNITS = {
  /** Jobs that ended or were parked. */
  Jobs: 'Count',
  /** From the drop to the end of a job. */
  Seconds: 'Seconds',
  /** Units of the task service. */
  Units: 'Count',
  /** Of the dropped file and its results. */
  Bytes: 'Bytes',
  /** The estimate of what a job cost. */
  Dollars: 'None',
  /** How long a state has waited for its task, at each look at one that still runs. */
  WaitSeconds: 'Seconds',
} as const

export type MetricName = keyof typeof METRIC_UNITS

/**
 * What each metric is parted by. An outcome is `succeeded`, `failed` or `parked`; a recipe is one that could be used,
 * so that no key of a dropped file can make a metric: those of all others are counted as `unusable`.
 */
export const METRIC_DIMENSIONS = {
  pipeline: { by: ['Pipeline'], metrics: ['Units', 'Dollars'] },
  outcome: { by: ['Pipeline', 'Outcome'], metrics: ['Jobs', 'Seconds'] },
  recipe: {
    by: ['Pipeline', 'Recipe', 'Outcome'],
    metrics: ['Jobs', 'Seconds', 'Units', 'Bytes'],
  },
  wait: { by: ['Pipeline'], metrics: ['WaitSeconds'] },
} as const satisfies Record<string, { by: readonly string[]; metrics: readonly MetricName[] }>

export type MetricDimensions = (typeof METRIC_DIMENSIONS)[keyof typeof METRIC_DIMENSIONS]
