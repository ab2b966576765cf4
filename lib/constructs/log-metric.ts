import { Duration, Stack } from 'aws-cdk-lib'
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

export type LogMetricProps = {
  /** Whose lines count. */
  readonly functions: readonly LambdaFunction[]
  /** The message of these lines, and what further fields they must hold. */
  readonly message: string
  readonly where?: Readonly<Record<string, string>>
  /** The field whose number is taken. @default each line counts one */
  readonly value?: string
  /** Fields by whose values the metric is parted, at most three. @default none */
  readonly by?: readonly string[]
}

const PERIOD = Duration.minutes(5)

/** A metric of the stack made from the log lines of its functions, named like the construct. */
export class LogMetric extends Construct {
  private readonly namespace: string
  private readonly by: readonly string[]

  constructor(
    scope: Construct,
    id: string,
    { functions, message, where = {}, value, by = [] }: LogMetricProps,
  ) {
    super(scope, id)
    this.namespace = `Darkroom/${Stack.of(this).stackName}`
    this.by = by
    const conditions = Object.entries({ message, ...where }).map(([field, text]) =>
      FilterPattern.stringValue(`$.${field}`, '=', text),
    )
    for (const [at, { logGroup }] of functions.entries()) {
      new MetricFilter(this, `Filter${at}`, {
        logGroup,
        metricNamespace: this.namespace,
        metricName: id,
        filterPattern: FilterPattern.all(...conditions),
        metricValue: value ? `$.${value}` : '1',
        // CloudWatch has a default for undivided metrics only.
        ...(by.length > 0
          ? { dimensions: Object.fromEntries(by.map((field) => [field, `$.${field}`])) }
          : { defaultValue: 0 }),
      })
    }
  }

  /** The metric itself, when it is not parted; by default its sum in five minutes. */
  metric(statistic = 'sum', label = this.node.id): Metric {
    const { namespace } = this
    return new Metric({ namespace, metricName: this.node.id, statistic, period: PERIOD, label })
  }

  /** A line for every part there is, whichever there will be. For dashboards: alarms know no searches. */
  parts(statistic: string): MathExpression {
    const schema = [`"${this.namespace}"`, ...this.by].join(',')
    return new MathExpression({
      expression: `SEARCH('{${schema}} MetricName="${this.node.id}"', '${statistic}')`,
      usingMetrics: {},
      period: PERIOD,
      label: '',
    })
  }
}
