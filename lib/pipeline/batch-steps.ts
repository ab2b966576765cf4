import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { grantPutJobEvents } from '../constructs/grant-put-job-events.ts'
import { grantActions, grantListPrefix, grantObjects } from '../constructs/grants.ts'
import type { JobWorkflow } from '../constructs/job-workflow.ts'
import type { RecordTable } from '../constructs/record-table.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { type BeginSettings, beginEnvironment } from './begin-environment.ts'
import { letReadObjects } from './object-reads.ts'
import type { PipelineStores } from './pipeline-stores.ts'
import { type SpendingProps, spendingEnvironment } from './spending.ts'

export type BatchStepsProps = BeginSettings & {
  readonly stores: PipelineStores
  readonly workflow: JobWorkflow
  readonly dropQueue: Queue
  /** The first part of the results' keys. */
  readonly resultsPrefix: string
  readonly spending: SpendingProps
  readonly table: RecordTable
}

/** The functions behind the states of a batch, each with the rights its state needs. */
export class BatchSteps extends Construct {
  readonly readManifest: IFunction
  readonly workChunk: IFunction
  readonly reportChunk: IFunction
  readonly closeBatch: IFunction

  private readonly props: BatchStepsProps

  constructor(scope: Construct, id: string, props: BatchStepsProps) {
    super(scope, id)
    this.props = props
    this.readManifest = this.readingManifests()
    this.workChunk = this.startingJobs()
    this.reportChunk = this.reporting()
    this.closeBatch = this.closing()
  }

  private step(
    id: string,
    verb: string,
    environment: Record<string, string>,
    rights: string[],
    { timeout, memorySize = 512 }: { timeout: Duration; memorySize?: number },
  ): IFunction {
    const { table } = this.props
    const { fn } = new SmallFunction(this, id, {
      entry: `functions/pipeline/${verb}/handler.ts`,
      environment: { BATCHES_TABLE: table.tableName, ...environment },
      timeout,
      memorySize,
    })
    grantActions(fn, ['dynamodb:GetItem', ...rights], table.tableArn)
    return fn
  }

  private results() {
    const { stores, resultsPrefix } = this.props
    return { RESULTS_BUCKET: stores.results.bucketName, RESULTS_PREFIX: resultsPrefix }
  }

  private readingManifests(): IFunction {
    const { stores } = this.props
    const rights = ['dynamodb:UpdateItem']
    const fn = this.step('ReadManifest', 'read-manifest', this.results(), rights, WHOLE)
    letReadObjects(fn, 'read-manifest', stores)
    grantObjects(fn, ['s3:PutObject', 's3:AbortMultipartUpload'], stores.results, this.prefix())
    return fn
  }

  private startingJobs(): IFunction {
    const { stores, workflow, dropQueue, spending } = this.props
    const { drop, jobs, inbox } = stores
    const environment = {
      JOBS_TABLE: jobs.tableName,
      PIPELINE_NAME: this.props.stores.pipelineName,
      INBOX_TABLE: inbox.tableName,
      STATE_MACHINE_ARN: workflow.stateMachine.stateMachineArn,
      DROP_QUEUE_URL: dropQueue.queueUrl,
      DROP_BUCKET: drop.bucketName,
      ...spendingEnvironment(spending),
      ...beginEnvironment(this.props),
    }
    const rights = ['dynamodb:PutItem', 'dynamodb:UpdateItem']
    const fn = this.step('WorkChunk', 'work-chunk', environment, rights, A_CHUNK)
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], jobs.tableArn)
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:PutItem'], inbox.tableArn)
    grantActions(fn, ['sqs:SendMessage'], dropQueue.queueArn)
    grantActions(fn, ['states:StartExecution'], workflow.stateMachine.stateMachineArn)
    grantPutJobEvents(fn)
    letReadObjects(fn, 'work-chunk', stores)
    return fn
  }

  private reporting(): IFunction {
    const { jobs, results } = this.props.stores
    const environment = { JOBS_TABLE: jobs.tableName, ...this.results() }
    const rights = ['dynamodb:UpdateItem']
    const fn = this.step('ReportChunk', 'report-chunk', environment, rights, A_CHUNK)
    grantActions(fn, ['dynamodb:GetItem'], jobs.tableArn)
    grantObjects(fn, ['s3:PutObject'], results, this.prefix())
    return fn
  }

  private closing(): IFunction {
    const { results } = this.props.stores
    const rights = ['dynamodb:UpdateItem']
    const fn = this.step('CloseBatch', 'close-batch', this.results(), rights, WHOLE)
    grantObjects(
      fn,
      ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'],
      results,
      this.prefix(),
    )
    grantListPrefix(fn, results, this.prefix())
    return fn
  }

  private prefix(): string {
    return `${this.props.resultsPrefix}batches/`
  }
}

const A_CHUNK = { timeout: Duration.minutes(1) }
/**
 * A whole processor, which Lambda gives by memory: the parts of a million items are a hundred thousand requests, and a
 * function has 15 minutes.
 */
const WHOLE = { timeout: Duration.minutes(15), memorySize: 1769 }
