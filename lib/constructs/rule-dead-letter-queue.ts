import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'

export type RuleDeadLetterQueueProps = { readonly alarms: AlarmTopic; readonly description: string }

/** Where a rule's events lie that its target did not take, for 14 days; the first one raises an alarm. */
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
}
