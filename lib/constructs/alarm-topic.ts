import { ArnFormat, Stack } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

export type ThresholdAlarmProps = {
  readonly metric: IMetric
  readonly threshold: number
  readonly description: string
  /** So many values in a row must lie above the threshold. @default 1 */
  readonly periods?: number
}

/** Where the alarms of a stack are sent; subscribe an address to `topic`. */
export class AlarmTopic extends Construct {
  readonly topic: ITopic

  /** @param given an existing topic; its policy must let `cloudwatch.amazonaws.com` publish. @default one is made */
  constructor(scope: Construct, id: string, given?: ITopic) {
    super(scope, id)
    this.topic = given ?? this.createTopic()
  }

  /**
   * A topic that CloudWatch's alarms of this account and region may publish to. `enforceSSL` gives the topic a policy,
   * which takes the place of SNS's default one, and a policy that only denies lets no alarm through: the permission
   * must be stated. Source: "Restrict permissions for CloudWatch alarms",
   * docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
   */
  private createTopic(): Topic {
    const topic = new Topic(this, 'Topic', { enforceSSL: true })
    const { account } = Stack.of(this)
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: {
            'aws:SourceArn': Stack.of(this).formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: '*',
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    )
    return topic
  }

  /** Raises an alarm when the latest values lie above the threshold; silence counts as good. */
  alarmAbove(
    scope: Construct,
    id: string,
    { metric, threshold, description, periods = 1 }: ThresholdAlarmProps,
  ): Alarm {
    const alarm = new Alarm(scope, id, {
      metric,
      threshold,
      alarmDescription: description,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this.topic))
    return alarm
  }
}
