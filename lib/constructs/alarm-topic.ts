import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

export type ThresholdAlarmProps = {
  readonly metric: IMetric
  readonly threshold: number
  readonly description: string
}

/** Where the alarms of a stack are sent; subscribe an address to `topic`. */
export class AlarmTopic extends Construct {
  readonly topic: ITopic

  /** @param given a topic that was there before. @default one is made */
  constructor(scope: Construct, id: string, given?: ITopic) {
    super(scope, id)
    this.topic = given ?? new Topic(this, 'Topic', { enforceSSL: true })
  }

  /** Raises an alarm as soon as one value lies above the threshold; silence counts as good. */
  alarmAbove(
    scope: Construct,
    id: string,
    { metric, threshold, description }: ThresholdAlarmProps,
  ): Alarm {
    const alarm = new Alarm(scope, id, {
      metric,
      threshold,
      alarmDescription: description,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this.topic))
    return alarm
  }
}
