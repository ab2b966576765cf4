import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantActions } from '../constructs/grants.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import type { PipelineStores } from './pipeline-stores.ts'
import { type SpendingProps, spendingEnvironment } from './spending.ts'

export type ParkedReleaserProps = {
  readonly stores: PipelineStores
  readonly dropQueue: Queue
  readonly spending: SpendingProps
  readonly alarms: AlarmTopic
}

/** Every five minutes lets the parked files go on that the day's budget has room for, the oldest first. */
export class ParkedReleaser extends Construct {
  constructor(scope: Construct, id: string, props: ParkedReleaserProps) {
    super(scope, id)
    const { jobs, inbox } = props.stores
    const { fn } = new SmallFunction(this, 'Release', {
      entry: 'functions/pipeline/release-parked/handler.ts',
      environment: {
        JOBS_TABLE: jobs.tableName,
        INBOX_TABLE: inbox.tableName,
        DROP_QUEUE_URL: props.dropQueue.queueUrl,
        ...spendingEnvironment(props.spending),
      },
      timeout: Duration.minutes(2),
    })
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], jobs.tableArn)
    grantActions(fn, ['dynamodb:Query'], `${jobs.tableArn}/index/parked`)
    grantActions(fn, ['sqs:SendMessage'], props.dropQueue.queueArn)
    new Rule(this, 'Schedule', {
      description: 'Looks for parked files the budget has room for.',
      schedule: Schedule.rate(Duration.minutes(5)),
      // The next run does what this one could not, so none is repeated and none is kept.
      targets: [new LambdaFunction(fn, { retryAttempts: 0 })],
    })
    props.alarms.alarmAbove(this, 'ErrorsAlarm', {
      metric: fn.metricErrors({ period: Duration.minutes(15) }),
      threshold: 1,
      description: 'Parked files could not be looked for: they stay parked.',
    })
  }
}
