import { Duration } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantPutJobEvents } from '../constructs/grant-put-job-events.ts'
import { grantActions } from '../constructs/grants.ts'
import type { JobWorkflow } from '../constructs/job-workflow.ts'
import { queueTarget } from '../constructs/queue-target.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { type BeginSettings, beginEnvironment } from './begin-environment.ts'
import { letReadObjects } from './object-reads.ts'
import type { PipelineStores } from './pipeline-stores.ts'
import { type SpendingProps, spendingEnvironment } from './spending.ts'

export type DropListenerProps = BeginSettings & {
  readonly stores: PipelineStores
  readonly workflow: JobWorkflow
  readonly alarms: AlarmTopic
  readonly spending: SpendingProps
  /** Alarm when a file has waited this long. */
  readonly oldest: Duration
  /** Files taken in at once. */
  readonly drops: number
  /** Dropped files that are under way at once; further ones wait. */
  readonly openFiles: number
}

const START_LIMIT = Duration.seconds(30)

/**
 * From a dropped object to its execution: EventBridge rule, queue, `start`. The queue is the brake before
 * `StartExecution`, and a rule alone could not name an execution, without which a repeated event would run twice.
 */
export class DropListener extends Construct {
  readonly queue: Queue

  private readonly starter: LambdaFunction

  constructor(scope: Construct, id: string, props: DropListenerProps) {
    super(scope, id)
    const { stores, alarms, drops } = props
    const queue = new WorkQueue(this, 'Dropped', {
      workTimeout: START_LIMIT,
      holdsBack: true,
      oldest: props.oldest,
      alarms,
    })
    new Rule(this, 'Rule', {
      description: 'Objects dropped for the pipeline.',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [stores.drop.bucketName] },
          object: { key: [{ prefix: 'drop/' }] },
        },
      },
      targets: [queueTarget(queue)],
    })
    this.queue = queue.queue
    this.starter = this.start(props, queue)
    queue.workedOffBy(this.starter, drops)
  }

  /** The files of batches do not take the turns of dropped ones, so that their number is to be known. */
  letCountBatches(table: Table): void {
    this.starter.addEnvironment('BATCHES_TABLE', table.tableName)
    grantActions(this.starter, ['dynamodb:Query', 'dynamodb:GetItem'], table.tableArn)
  }

  private start(
    { stores, workflow, spending, drops, openFiles, ...settings }: DropListenerProps,
    work: WorkQueue,
  ) {
    const { stateMachineArn } = workflow.stateMachine
    const { fn } = new SmallFunction(this, 'Start', {
      entry: 'functions/pipeline/start/handler.ts',
      timeout: START_LIMIT,
      environment: {
        JOBS_TABLE: stores.jobs.tableName,
        PIPELINE_NAME: stores.pipelineName,
        INBOX_TABLE: stores.inbox.tableName,
        STATE_MACHINE_ARN: stateMachineArn,
        DROP_QUEUE_URL: work.queue.queueUrl,
        OPEN_FILES: String(openFiles),
        SHARERS: String(drops),
        ...spendingEnvironment(spending),
        ...beginEnvironment(settings),
      },
    })
    grantActions(
      fn,
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      stores.jobs.tableArn,
    )
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:PutItem'], stores.inbox.tableArn)
    // To itself, later: a job whose companion is missing, or whose turn has not come, is looked at again.
    work.heldBackBy(fn)
    grantActions(fn, ['states:StartExecution', 'states:ListExecutions'], stateMachineArn)
    // What is parked is told.
    grantPutJobEvents(fn)
    letReadObjects(fn, 'start', stores)
    return fn
  }
}
