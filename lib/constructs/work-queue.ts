import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { AlarmTopic } from './alarm-topic.ts'

export type WorkQueueProps = {
  /** The time limit of the function that works the queue off. */
  readonly workTimeout: Duration
  /** Deliveries before a message is put among the dead letters. @default 5 */
  readonly attempts?: number
  /** Alarm when the oldest message has waited this long. @default no alarm */
  readonly oldest?: Duration
  readonly alarms: AlarmTopic
}

/** A queue with its dead letters, which nobody can overlook: any dead letter raises an alarm. */
export class WorkQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...GUARDED,
      retentionPeriod: Duration.days(14),
    })
    this.queue = new Queue(this, 'Queue', {
      ...GUARDED,
      // Lambda advises six times the limit because a throttled batch may wait for a free function. Ours take no more
      // than their mapping's concurrency, so a message whose worker died comes back as soon as it surely has.
      visibilityTimeout: props.workTimeout.plus(Duration.seconds(30)),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.attempts ?? 5 },
    })
    props.alarms.alarmAbove(this, 'DeadLettersAlarm', {
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'max',
      }),
      threshold: 0,
      description: `Messages of ${this.node.path} could not be worked off.`,
    })
    if (props.oldest) {
      props.alarms.alarmAbove(this, 'OldestAlarm', {
        metric: this.queue.metricApproximateAgeOfOldestMessage({
          period: Duration.minutes(1),
          statistic: 'max',
        }),
        threshold: props.oldest.toSeconds(),
        description: `The oldest message of ${this.node.path} has waited too long.`,
      })
    }
  }

  /** Lets `fn` work the queue off, `maxConcurrency` at a time; a record that fails comes back alone. */
  workedOffBy(fn: IFunction, maxConcurrency: number, batchSize = 10): void {
    fn.addEventSource(
      new SqsEventSource(this.queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
    )
  }
}

const GUARDED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
