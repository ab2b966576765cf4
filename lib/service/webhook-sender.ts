import { Duration, Stack } from 'aws-cdk-lib'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { allow } from '../constructs/allow.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import type { ServiceStores } from './service-stores.ts'

export type WebhookSenderProps = { readonly stores: ServiceStores; readonly alarms: AlarmTopic }

const TIMEOUT = Duration.seconds(30)
/** Attempts an hour that receivers did not take: more is not one of them being restarted. */
const MANY = 50

/** The queue of webhooks, who sends them, and how many were taken. */
export class WebhookSender extends Construct {
  readonly queue: WorkQueue
  /** Attempts that receivers took, and that they did not. */
  readonly taken: Metric
  readonly refused: Metric

  constructor(scope: Construct, id: string, { stores, alarms }: WebhookSenderProps) {
    super(scope, id)
    this.queue = new WorkQueue(this, 'Queue', { workTimeout: TIMEOUT, alarms })
    const { fn } = new SmallFunction(this, 'SendWebhook', {
      entry: 'functions/service/send-webhook/handler.ts',
      environment: {
        ...stores.environment('WEBHOOKS_TABLE'),
        WEBHOOKS_QUEUE_URL: this.queue.queue.queueUrl,
      },
      timeout: TIMEOUT,
    })
    allow(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], stores.webhooks.tableArn)
    allow(fn, ['sqs:SendMessage'], this.queue.queue.queueArn)
    this.queue.workedOffBy(fn, 10)
    this.taken = this.counted(fn.logGroup, 'WebhooksTaken', 'A webhook was taken.')
    this.refused = this.counted(fn.logGroup, 'WebhooksRefused', 'A webhook was not taken.')
    this.raise(alarms, fn.logGroup)
  }

  private raise(alarms: AlarmTopic, log: ILogGroup): void {
    alarms.whenAbove(this, 'RefusedAlarm', {
      metric: this.refused.with({ period: Duration.hours(1) }),
      threshold: MANY,
      description: 'Many webhooks were not taken. `darkroom webhooks deliveries` shows why.',
    })
    alarms.whenAbove(this, 'SwitchedOffAlarm', {
      metric: this.counted(log, 'EndpointsSwitchedOff', 'An endpoint was switched off.'),
      threshold: 0,
      description: 'A webhook endpoint was switched off. `darkroom webhooks list` shows why.',
    })
  }

  private counted(logGroup: ILogGroup, metricName: string, message: string): Metric {
    const metricNamespace = `Darkroom/${Stack.of(this).stackName}`
    const filter = new MetricFilter(this, metricName, {
      logGroup,
      metricNamespace,
      metricName,
      filterPattern: FilterPattern.stringValue('$.message', '=', message),
      metricValue: '1',
      defaultValue: 0,
    })
    return filter.metric({ statistic: 'sum', period: Duration.minutes(5) })
  }
}
