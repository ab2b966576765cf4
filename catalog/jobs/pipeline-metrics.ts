/** The CloudWatch namespace of the pipeline's metrics. */
export const METRIC_NAMESPACE = 'Darkroom/Pipeline'

/** The pipeline's metrics with their CloudWatch units. */
export const METRIC_UNITS = {
  /** Jobs that ended or were parked. */
  Jobs: 'Count',
  /** From the drop to the end of a job. */
  Seconds: 'Seconds',
  /** Units of the task service. */
  Units: 'Count',
  /** Size of the dropped file and its results. */
  Bytes: 'Bytes',
  /** The estimated cost of a job. */
  Dollars: 'None',
  /** How long a state has waited for the work on its task, written at each poll while that goes on. */
  WaitSeconds: 'Seconds',
  /** What could begin and was made to wait. */
  Held: 'Count',
} as const

export type MetricName = keyof typeof METRIC_UNITS

/** What became of a job, for metrics. */
export const JOB_OUTCOMES = ['succeeded', 'refused', 'failed', 'parked'] as const
export type JobOutcome = (typeof JOB_OUTCOMES)[number]

/**
 * The dimensions of the metrics. `Outcome` is `succeeded`, `failed` or `parked`, or
 * `refused` for a file that does not suit the effect. `Recipe` is the name of a valid
 * recipe, and `unusable` for all others, so that the key of a dropped file cannot create a new metric. `Cause` is an
 * error by which AWS throttles, `openFiles` where enough files are under way, or `ServiceBusy` where the service
 * refuses tasks.
 */
export const METRIC_DIMENSIONS = {
  pipeline: { by: ['Pipeline'], metrics: ['Units', 'Dollars'] },
  outcome: { by: ['Pipeline', 'Outcome'], metrics: ['Jobs', 'Seconds'] },
  recipe: {
    by: ['Pipeline', 'Recipe', 'Outcome'],
    metrics: ['Jobs', 'Seconds', 'Units', 'Bytes', 'Dollars'],
  },
  wait: { by: ['Pipeline'], metrics: ['WaitSeconds'] },
  held: { by: ['Pipeline', 'Cause'], metrics: ['Held'] },
} as const satisfies Record<string, { by: readonly string[]; metrics: readonly MetricName[] }>

export type MetricDimensions = (typeof METRIC_DIMENSIONS)[keyof typeof METRIC_DIMENSIONS]
