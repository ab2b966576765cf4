import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { grantPutJobEvents } from '../constructs/grant-put-job-events.ts'
import {
  grantActions,
  grantListPrefix,
  grantObjects,
  grantSecretRead,
} from '../constructs/grants.ts'
import { SmallFunction, type SmallFunctionProps } from '../constructs/small-function.ts'
import type { WorkQueue } from '../constructs/work-queue.ts'
import type { PipelineStores } from './pipeline-stores.ts'
import { type ServiceAccess, serviceEnvironment } from './provider.ts'

export type JobStepsProps = {
  readonly stores: PipelineStores
  readonly watchQueue: WorkQueue
  readonly service: ServiceAccess
  /** The first part of the results' keys. */
  readonly resultsPrefix: string
}

type StepProps = Omit<SmallFunctionProps, 'entry'>

/** The functions behind the workflow's states, each with the rights its state needs. */
export class JobSteps extends Construct {
  readonly preProcess: IFunction
  readonly chooseTarget: IFunction
  readonly createTask: IFunction
  readonly deliver: IFunction
  readonly recordFailure: IFunction

  private readonly props: JobStepsProps

  constructor(scope: Construct, id: string, props: JobStepsProps) {
    super(scope, id)
    this.props = props
    this.preProcess = this.asking('PreProcess', 'pre-process')
    this.chooseTarget = this.calling('ChooseTarget', 'choose-target')
    this.createTask = this.asking('CreateTask', 'create-task')
    const ending = {
      RESULTS_BUCKET: props.stores.results.bucketName,
      RESULTS_PREFIX: props.resultsPrefix,
      PIPELINE_NAME: props.stores.pipelineName,
    }
    this.deliver = this.calling('Deliver', 'deliver', {
      environment: ending,
      timeout: LONG_FILE,
      memorySize: 512,
    })
    this.recordFailure = this.step('RecordFailure', 'record-failure', {
      environment: ending,
      timeout: Duration.minutes(1),
    })
    for (const fn of [this.deliver, this.recordFailure]) this.letEndJobs(fn)
    // A long result is written in parts; one that breaks off takes them back.
    grantObjects(
      this.deliver,
      ['s3:AbortMultipartUpload'],
      props.stores.results,
      props.resultsPrefix,
    )
    // For its hash, and whether one that could not be fetched is still there.
    for (const fn of [this.deliver, this.recordFailure]) this.letRead(fn, 'drop/')
  }

  private step(id: string, verb: string, props: StepProps): IFunction {
    const { jobs } = this.props.stores
    const { fn } = new SmallFunction(this, id, {
      ...props,
      entry: `functions/pipeline/${verb}/handler.ts`,
      environment: { JOBS_TABLE: jobs.tableName, ...props.environment },
    })
    grantActions(fn, ['dynamodb:GetItem'], jobs.tableArn)
    return fn
  }

  /** A step that reads from the service. */
  private calling(id: string, verb: string, props: StepProps = {}): IFunction {
    const { secret, inbox } = this.props.stores
    const fn = this.step(id, verb, {
      ...props,
      environment: {
        ...serviceEnvironment(this.props.service),
        SERVICE_SECRET_ID: secret.secretArn,
        INBOX_TABLE: inbox.tableName,
        ...props.environment,
      },
    })
    grantSecretRead(fn, secret)
    // The requests of each key are counted where the waiting states are.
    grantActions(fn, ['dynamodb:UpdateItem'], inbox.tableArn)
    return fn
  }

  /** A step that creates a task and lets its state wait for it. */
  private asking(id: string, verb: string): IFunction {
    const { stores, watchQueue } = this.props
    const fn = this.calling(id, verb, {
      timeout: LONG_FILE,
      environment: { WATCH_QUEUE_URL: watchQueue.queue.queueUrl },
    })
    grantActions(fn, ['dynamodb:GetItem'], stores.inbox.tableArn)
    grantActions(fn, ['sqs:SendMessage'], watchQueue.queue.queueArn)
    // What the function presigns, the service reads with the function's right.
    for (const prefix of ['drop/', 'inputs/']) this.letRead(fn, prefix)
    return fn
  }

  private letRead(fn: IFunction, prefix: string): void {
    const { drop } = this.props.stores
    grantObjects(fn, ['s3:GetObject', 's3:GetObjectVersion'], drop, prefix)
    grantListPrefix(fn, drop, prefix)
  }

  private letEndJobs(fn: IFunction): void {
    const { resultsPrefix, stores } = this.props
    const { jobs, results } = stores
    grantActions(fn, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], jobs.tableArn)
    grantObjects(fn, ['s3:PutObject', 's3:PutObjectTagging'], results, resultsPrefix)
    grantPutJobEvents(fn)
  }
}

/** A function that streams a file must outlive its longest one. */
const LONG_FILE = Duration.minutes(5)
