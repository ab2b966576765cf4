import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { grantActions } from './grants.ts'

export type RuleDeadLetterQueueProps = { readonly alarms: AlarmTopic; readonly description: string }

/** Where a rule's events lie that its target did not take or handle, for 14 days; the first one raises an alarm. */
export class RuleDeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { alarms, description }: RuleDeadLetterQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledge(this, 'SQS3', 'It is a queue of dead letters itself.')
    alarms.alarmAbove(scope, `${id}Alarm`, {
      metric: this.metricApproximateNumberOfMessagesVisible({ statistic: 'max' }),
      threshold: 0,
      description,
    })
  }

  /**
   * Keeps the events that `fn` took and failed on as well. A rule's own dead letters are only those that Lambda
   * refused: what fails after that is retried twice by Lambda and then dropped, unless the function names a
   * destination (Lambda Developer Guide, "Capturing records of Lambda asynchronous invocations").
   */
  keepFailuresOf(fn: IFunction): void {
    grantActions(fn, ['sqs:SendMessage'], this.queueArn)
    fn.configureAsyncInvoke({ onFailure: { bind: () => ({ destination: this.queueArn }) } })
  }
}
