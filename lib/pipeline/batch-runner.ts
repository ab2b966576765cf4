import { Duration } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantActions } from '../constructs/grants.ts'
import { queueTarget } from '../constructs/queue-target.ts'
import { RecordTable } from '../constructs/record-table.ts'
import { RuleDeadLetterQueue } from '../constructs/rule-dead-letter-queue.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { BatchSteps, type BatchStepsProps } from './batch-steps.ts'
import { BatchWorkflow } from './batch-workflow.ts'
import { jobEvents } from './job-events.ts'
import { letReadObjects } from './object-reads.ts'

export type BatchRunnerProps = Omit<BatchStepsProps, 'table'> & {
  readonly alarms: AlarmTopic
}

const LIMIT = Duration.seconds(30)

/**
 * Batches: a manifest below `batches/<recipe>/` of the drop bucket becomes an execution whose children begin the jobs
 * of its files and wait for their ends. Files that only a batch shall work lie below `files/`.
 */
export class BatchRunner extends Construct {
  readonly table = new RecordTable(this, 'Ledger', { key: 'id', sort: 'entry' })
  readonly workflow: BatchWorkflow

  private readonly props: BatchRunnerProps

  constructor(scope: Construct, id: string, props: BatchRunnerProps) {
    super(scope, id)
    this.props = props
    const { stores, resultsPrefix, alarms } = props
    const functions = new BatchSteps(this, 'Steps', { ...props, table: this.table })
    const { results } = stores
    this.workflow = new BatchWorkflow(this, 'Workflow', {
      functions,
      results,
      resultsPrefix,
      alarms,
    })
    this.letSettleAtOnce(functions)
    this.hearManifests()
    this.hearEnds()
    this.closeEnded(functions)
  }

  /** A policy of its own: in the function's role it would close a circle, machine → function → role → machine. */
  private letSettleAtOnce({ workChunk }: BatchSteps): void {
    new Policy(this, 'SettleAtOnce', {
      statements: [this.settle()],
      roles: workChunk.role ? [workChunk.role] : [],
    })
  }

  /**
   * The tokens come from children of the distributed map. AWS checks the state machine of a token (aws/aws-cdk pull
   * request 8486), and a child's is the machine qualified by the map's label (StartExecution, API Reference). Nothing
   * says which of the two counts, so that both are granted.
   */
  private settle(): PolicyStatement {
    const { stateMachineArn } = this.workflow.stateMachine
    return new PolicyStatement({
      actions: ['states:SendTaskSuccess'],
      resources: [stateMachineArn, `${stateMachineArn}/Chunk`],
    })
  }

  private queue(id: string): WorkQueue {
    const { alarms } = this.props
    return new WorkQueue(this, id, {
      workTimeout: LIMIT,
      holdsBack: true,
      oldest: Duration.minutes(15),
      alarms,
    })
  }

  private hearManifests(): void {
    const { drop } = this.props.stores
    const { stateMachineArn } = this.workflow.stateMachine
    const queue = this.queue('Manifests')
    new Rule(this, 'ManifestRule', {
      description: 'Manifests dropped for the pipeline.',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [drop.bucketName] },
          object: { key: [{ prefix: 'batches/' }] },
        },
      },
      targets: [queueTarget(queue)],
    })
    const { fn } = new SmallFunction(this, 'StartBatch', {
      entry: 'functions/pipeline/start-batch/handler.ts',
      timeout: LIMIT,
      environment: {
        BATCHES_TABLE: this.table.tableName,
        BATCH_MACHINE_ARN: stateMachineArn,
        MANIFESTS_QUEUE_URL: queue.queue.queueUrl,
        PIPELINE_NAME: this.props.stores.pipelineName,
      },
    })
    const rights = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query']
    grantActions(fn, rights, this.table.tableArn)
    grantActions(fn, ['states:StartExecution'], stateMachineArn)
    letReadObjects(fn, 'start-batch', this.props.stores)
    queue.heldBackBy(fn)
    queue.workedOffBy(fn, 2)
  }

  private hearEnds(): void {
    const queue = this.queue('Ends')
    const { detail, ...told } = jobEvents(this.props.stores.drop, ['succeeded', 'failed', 'parked'])
    new Rule(this, 'EndRule', {
      description: 'Jobs that ended or are parked, for the batches that wait for them.',
      eventPattern: { ...told, detail: { ...detail, batched: [true] } },
      targets: [queueTarget(queue)],
    })
    const { fn } = new SmallFunction(this, 'EndItem', {
      entry: 'functions/pipeline/end-item/handler.ts',
      timeout: LIMIT,
      environment: {
        BATCHES_TABLE: this.table.tableName,
        ENDS_QUEUE_URL: queue.queue.queueUrl,
        PIPELINE_NAME: this.props.stores.pipelineName,
      },
    })
    queue.heldBackBy(fn)
    grantActions(fn, ['dynamodb:Query', 'dynamodb:UpdateItem'], this.table.tableArn)
    fn.addToRolePolicy(this.settle())
    queue.workedOffBy(fn, 10)
  }

  /**
   * An execution that timed out or was stopped runs no Catch, and one that fails may have failed to close its batch:
   * it is closed, and opened again, from outside.
   */
  private closeEnded({ closeBatch }: BatchSteps): void {
    const unclosed = new RuleDeadLetterQueue(this, 'Unclosed', {
      alarms: this.props.alarms,
      description:
        'The end of a batch could not be recorded. The log of close-batch says why, and the dead letter names the ' +
        'execution.',
    })
    unclosed.keepFailuresOf(closeBatch)
    new Rule(this, 'StoppedRule', {
      description: 'Batches that failed, were stopped, ran out of time or go on after that.',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [this.workflow.stateMachine.stateMachineArn],
          status: ['RUNNING', 'FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      targets: [new LambdaFunction(closeBatch, { deadLetterQueue: unclosed })],
    })
  }
}
