import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { LogMetric } from '../constructs/log-metric.ts'

export type ServiceMetricsProps = {
  readonly api: LambdaFunction
  readonly workers: readonly LambdaFunction[]
  /** Ends the tasks whose every attempt failed. */
  readonly deadTaskEnder: LambdaFunction
  /** Every function that may bring a task to its end. */
  readonly enders: readonly LambdaFunction[]
}

/** What AWS does not measure by itself: the service's own facts, from its log lines. */
export class ServiceMetrics extends Construct {
  readonly tasks: LogMetric
  readonly seconds: LogMetric
  readonly units: LogMetric
  readonly throttled: LogMetric
  readonly defects: LogMetric
  /** Tasks whose every attempt failed. */
  readonly givenUp: LogMetric
  /** Tasks that reached their deadline. */
  readonly timedOut: LogMetric

  constructor(scope: Construct, id: string, props: ServiceMetricsProps) {
    super(scope, id)
    const { api, workers, deadTaskEnder, enders } = props
    const ended = { functions: enders, message: 'A task ended.' }
    this.tasks = new LogMetric(this, 'TasksEnded', { ...ended, by: ['feature', 'status'] })
    this.seconds = new LogMetric(this, 'TaskSeconds', {
      ...ended,
      value: 'seconds',
      by: ['feature'],
    })
    this.units = new LogMetric(this, 'UnitsSpent', { ...ended, value: 'charged' })
    this.throttled = new LogMetric(this, 'RequestsThrottled', {
      functions: [api],
      message: 'A request was answered.',
      where: { code: 'TooManyRequests' },
    })
    this.defects = new LogMetric(this, 'EngineDefects', {
      functions: workers,
      message: 'The engine has a defect.',
    })
    this.givenUp = new LogMetric(this, 'TasksGivenUp', {
      functions: [deadTaskEnder],
      message: 'A task was given up.',
    })
    this.timedOut = new LogMetric(this, 'TasksTimedOut', {
      functions: enders.filter((fn) => fn !== deadTaskEnder),
      message: 'A task ended.',
      where: { error: 'TaskTimeout' },
    })
  }
}
