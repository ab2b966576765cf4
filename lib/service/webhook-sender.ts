import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantActions } from '../constructs/grants.ts'
import { LogMetric } from '../constructs/log-metric.ts'
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
  readonly taken: LogMetric
  readonly refused: LogMetric
  /** Endpoints that were given up. */
  readonly switchedOff: LogMetric

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
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], stores.webhooks.tableArn)
    grantActions(fn, ['sqs:SendMessage'], this.queue.queue.queueArn)
    this.queue.workedOffBy(fn, 10)
    const counted = (name: string, message: string) =>
      new LogMetric(this, name, { functions: [fn], message })
    this.taken = counted('WebhooksTaken', 'A webhook was taken.')
    this.refused = counted('WebhooksRefused', 'A webhook was not taken.')
    this.switchedOff = counted('EndpointsSwitchedOff', 'An endpoint was switched off.')
    alarms.alarmAbove(this, 'RefusedAlarm', {
      metric: this.refused.metric().with({ period: Duration.hours(1) }),
      threshold: MANY,
      description: 'Many webhooks were not taken. `darkroom webhooks deliveries` shows why.',
    })
    alarms.alarmAbove(this, 'SwitchedOffAlarm', {
      metric: this.switchedOff.metric(),
      threshold: 0,
      description: 'A webhook endpoint was switched off. `darkroom webhooks list` shows why.',
    })
  }
}
