import { Duration } from 'aws-cdk-lib'
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { HIDDEN_DELIVERIES } from '../../catalog/limits/throttles.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { consumeQueue } from './consume-queue.ts'
import { grantActions } from './grants.ts'

export type WorkQueueProps = {
  /** The time limit of the function that works the queue off. */
  readonly workTimeout: Duration
  /** Deliveries before a message is put among the dead letters. @default 5 */
  readonly attempts?: number
  /** Whether messages that meet a throttle of AWS wait; those deliveries are allowed besides. @default false */
  readonly holdsBack?: boolean
  /**
   * Alarm when the oldest message has waited this long and none is worked off any more. A backlog that is worked off is
   * no fault. @default no alarm
   */
  readonly oldest?: Duration
  /** Alarm when the oldest message has waited this long, although others are worked off. @default no alarm */
  readonly longest?: Duration
  /** Whether a function takes the dead letters out of their queue at once. @default false, they stay for 14 days */
  readonly deadLettersAreHandled?: boolean
  readonly alarms: AlarmTopic
}

const MINUTE = Duration.minutes(1)
/** Minutes after which a dead letter is one that its function fails on. */
const STUCK_MINUTES = 15

/**
 * A queue with its dead letters, which nobody can overlook: the first one raises an alarm. Where a function handles
 * them, those that it cannot handle raise one.
 */
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
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: deliveriesOf(props) },
    })
    if (props.deadLettersAreHandled) this.watchUnhandled(props)
    else this.watchDeadLetters(props)
    if (props.oldest) this.watchStandstill(props.oldest, props)
    if (props.longest) {
      props.alarms.alarmAbove(this, 'LongestAlarm', {
        metric: this.ageOfOldest(),
        threshold: props.longest.toSeconds(),
        description: `The oldest message of ${this.node.path} has waited too long: more of them should be worked at once.`,
      })
    }
  }

  private ageOfOldest(): Metric {
    return this.queue.metricApproximateAgeOfOldestMessage({ period: MINUTE, statistic: 'max' })
  }

  /** Where anything is worked off, a message is deleted at the latest in the minute after its work may have ended. */
  private watchStandstill(oldest: Duration, { workTimeout, alarms }: WorkQueueProps): void {
    alarms.alarmAbove(this, 'OldestAlarm', {
      metric: new MathExpression({
        expression: 'IF(FILL(deleted, 0) > 0, 0, oldest)',
        usingMetrics: {
          deleted: this.queue.metricNumberOfMessagesDeleted({ period: MINUTE, statistic: 'sum' }),
          oldest: this.ageOfOldest(),
        },
        label: 'age of the oldest message at a standstill, s',
        period: MINUTE,
      }),
      threshold: oldest.toSeconds(),
      periods: Math.ceil(workTimeout.toSeconds() / 60) + 1,
      description: `The oldest message of ${this.node.path} has waited too long, and none is worked off.`,
    })
  }

  private watchDeadLetters({ alarms }: WorkQueueProps): void {
    alarms.alarmAbove(this, 'DeadLettersAlarm', {
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: MINUTE,
        statistic: 'max',
      }),
      threshold: 0,
      description:
        `Messages of ${this.node.path} could not be worked off. They stay for 14 days in the dead-letter queue; ` +
        'mend the cause in the log of its function, then move them back (`aws sqs start-message-move-task`).',
    })
  }

  /**
   * A dead letter that is handled is gone before CloudWatch looks, and one that fails is hidden most of the time; its
   * age is not measured either, because SQS leaves messages that were received three times out of that metric
   * (Developer Guide, "Available CloudWatch metrics for Amazon SQS"). What stays true: the queue is never empty.
   */
  private watchUnhandled({ alarms }: WorkQueueProps): void {
    const options = { period: MINUTE, statistic: 'max' }
    alarms.alarmAbove(this, 'UnhandledDeadLettersAlarm', {
      metric: new MathExpression({
        expression: 'visible + hidden',
        usingMetrics: {
          visible: this.deadLetters.metricApproximateNumberOfMessagesVisible(options),
          hidden: this.deadLetters.metricApproximateNumberOfMessagesNotVisible(options),
        },
        label: 'dead letters',
        period: MINUTE,
      }),
      threshold: 0,
      periods: STUCK_MINUTES,
      description:
        `Dead letters of ${this.node.path} lie there for ${STUCK_MINUTES} minutes: the function that should handle ` +
        'them fails. Its log says why.',
    })
  }

  /** Lets `fn` work the queue off, `maxConcurrency` at a time; a record that fails comes back alone. */
  workedOffBy(fn: IFunction, maxConcurrency: number, batchSize = 10): void {
    consumeQueue(fn, this.queue, { maxConcurrency, batchSize })
  }

  /** Lets `fn` hide messages that meet a throttle of AWS, and send them anew. */
  heldBackBy(fn: IFunction): void {
    grantActions(fn, ['sqs:ChangeMessageVisibility', 'sqs:SendMessage'], this.queue.queueArn)
  }
}

function deliveriesOf({ attempts = 5, holdsBack = false }: WorkQueueProps): number {
  return holdsBack ? attempts + HIDDEN_DELIVERIES : attempts
}

const GUARDED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
