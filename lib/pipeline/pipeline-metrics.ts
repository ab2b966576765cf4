import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  type JobOutcome,
  METRIC_DIMENSIONS,
  METRIC_NAMESPACE,
  METRIC_UNITS,
  type MetricName,
} from '../../catalog/jobs/pipeline-metrics.ts'

type Options = { readonly statistic: string; readonly period?: Duration; readonly label?: string }

/** The metrics the functions of one pipeline write into their logs. */
export class PipelineMetrics {
  private readonly pipeline: string

  /** @param pipeline what the functions know as PIPELINE_NAME */
  constructor(pipeline: string) {
    this.pipeline = pipeline
  }

  /** Of the whole pipeline. */
  whole(name: 'Units' | 'Dollars' | 'WaitSeconds', options: Options): Metric {
    return this.metric(name, {}, options)
  }

  /** Of jobs with one outcome. */
  outcome(name: 'Jobs' | 'Seconds', outcome: JobOutcome, options: Options): Metric {
    return this.metric(name, { Outcome: outcome }, { label: outcome, ...options })
  }

  /** What waited for that cause. */
  held(cause: string, options: Options): Metric {
    return this.metric('Held', { Cause: cause }, { label: cause, ...options })
  }

  /** The part of the ended jobs that failed, in percent, refused files apart; 0 while none ended. */
  failureShare(period: Duration): MathExpression {
    const of = (outcome: JobOutcome) => this.outcome('Jobs', outcome, { statistic: 'sum', period })
    return new MathExpression({
      expression: [
        '100 * FILL(failed, 0)',
        '(FILL(failed, 0) + FILL(refused, 0) + FILL(succeeded, 0) + 0.000001)',
      ].join(' / '),
      usingMetrics: {
        failed: of('failed'),
        refused: of('refused'),
        succeeded: of('succeeded'),
      },
      label: 'failed, %',
      period,
    })
  }

  /** A line for every recipe and outcome there is. For dashboards: alarms know no searches. */
  recipes(
    name: 'Jobs' | 'Seconds' | 'Units' | 'Bytes' | 'Dollars',
    statistic: string,
  ): MathExpression {
    const schema = [`"${METRIC_NAMESPACE}"`, ...METRIC_DIMENSIONS.recipe.by].join(',')
    return new MathExpression({
      expression: `SEARCH('{${schema}} MetricName="${name}" Pipeline="${this.pipeline}"', '${statistic}')`,
      usingMetrics: {},
      period: Duration.minutes(5),
      label: '',
    })
  }

  private metric(name: MetricName, parts: Record<string, string>, options: Options): Metric {
    return new Metric({
      namespace: METRIC_NAMESPACE,
      metricName: name,
      dimensionsMap: { Pipeline: this.pipeline, ...parts },
      period: Duration.minutes(5),
      label: `${name}, ${METRIC_UNITS[name]}`,
      ...options,
    })
  }
}
