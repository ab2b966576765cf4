import { Duration } from 'aws-cdk-lib'
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { WorkQueue } from '../constructs/work-queue.ts'
import type { ServiceMetrics } from './service-metrics.ts'
import type { WebhookSender } from './webhook-sender.ts'

export type ServiceDashboardProps = {
  readonly apiId: string
  readonly api: IFunction
  readonly workers: readonly IFunction[]
  /** What the workers ask. */
  readonly brokers: readonly IFunction[]
  readonly queues: Readonly<Record<string, WorkQueue>>
  readonly metrics: ServiceMetrics
  readonly webhooks: WebhookSender
}

const HEIGHT = 6
const HALF = 12

/** One page that answers: is it asked, is it answered, does work wait, does it fail, are people told. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id)
    const { apiId, api, workers, brokers, queues, metrics, webhooks } = props
    const request = (metricName: string, statistic: string): Metric =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        statistic,
        dimensionsMap: { ApiId: apiId },
        period: Duration.minutes(5),
        label: `${metricName} ${statistic}`,
      })
    const all = Object.entries(queues)
    const board = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(12) })
    board.addWidgets(new TextWidget({ markdown: '# Darkroom task service', width: 24, height: 1 }))
    board.addWidgets(
      graph('Requests', [request('Count', 'sum')], [request('4xx', 'sum'), request('5xx', 'sum')]),
      graph('Time to answer, ms', [request('Latency', 'p50'), request('Latency', 'p99')]),
    )
    board.addWidgets(
      graph(
        'Tasks waiting',
        all.map(([label, { queue }]) =>
          queue.metricApproximateNumberOfMessagesVisible({ label, statistic: 'max' }),
        ),
        all.map(([label, { queue }]) =>
          queue.metricApproximateAgeOfOldestMessage({
            label: `${label}, oldest`,
            statistic: 'max',
          }),
        ),
      ),
      graph(
        'Dead letters',
        all.map(([label, { deadLetters }]) =>
          deadLetters.metricApproximateNumberOfMessagesVisible({ label, statistic: 'max' }),
        ),
      ),
    )
    board.addWidgets(
      graph('Tasks ended, by feature and outcome', [metrics.tasks.parts('Sum')]),
      graph('From creation to end, s', [
        metrics.seconds.parts('p50'),
        metrics.seconds.parts('p99'),
      ]),
    )
    board.addWidgets(
      graph(
        'Work, ms',
        workers.map((fn) => fn.metricDuration({ statistic: 'p50', label: `${fn.node.id} p50` })),
        workers.map((fn) => fn.metricInvocations({ label: 'started' })),
      ),
      graph(
        'Functions that failed or were held back',
        [api, ...workers, ...brokers].flatMap((fn) => [fn.metricErrors(), fn.metricThrottles()]),
      ),
    )
    board.addWidgets(
      graph(
        'Units spent, and requests refused for coming too often',
        [metrics.units.metric()],
        [metrics.throttled.metric()],
      ),
      graph(
        'Webhooks, and endpoints switched off',
        [webhooks.taken.metric(), webhooks.refused.metric()],
        [webhooks.switchedOff.metric()],
      ),
    )
  }
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: HALF, height: HEIGHT })
}
