import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Function as LambdaFn } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantActions } from '../constructs/grants.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { grantEndTasks, type TaskEndings, taskEndingEnvironment } from './task-endings.ts'

export type SweeperProps = TaskEndings & { readonly alarms: AlarmTopic }

/** Every five minutes ends the tasks and takes up the deliveries that nothing else would move any more. */
export class Sweeper extends Construct {
  readonly fn: LambdaFn

  constructor(scope: Construct, id: string, props: SweeperProps) {
    super(scope, id)
    const { fn } = new SmallFunction(this, 'Sweep', {
      entry: 'functions/service/sweep/handler.ts',
      environment: taskEndingEnvironment(props),
      timeout: Duration.minutes(2),
    })
    this.fn = fn
    grantEndTasks(fn, props)
    const { tasks, webhooks } = props.stores
    grantActions(fn, ['dynamodb:Query'], `${tasks.tableArn}/index/open`)
    grantActions(fn, ['dynamodb:Query'], `${webhooks.tableArn}/index/pending`)
    new Rule(this, 'Schedule', {
      description: 'Looks for tasks and deliveries that were left behind.',
      schedule: Schedule.rate(Duration.minutes(5)),
      // The next sweep does what this one could not, so none is repeated and none is kept.
      targets: [new LambdaFunction(fn, { retryAttempts: 0 })],
    })
    props.alarms.alarmAbove(this, 'ErrorsAlarm', {
      metric: fn.metricErrors({ period: Duration.minutes(15) }),
      threshold: 1,
      description: 'Tasks and deliveries that were left behind could not be looked for.',
    })
  }
}
