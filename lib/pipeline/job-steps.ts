import { Duration, Size } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { EngineFunction, videoEngine } from '../constructs/engine-function.ts'
import { grantPutJobEvents } from '../constructs/grant-put-job-events.ts'
import {
  grantActions,
  grantListPrefix,
  grantObjects,
  grantSecretRead,
} from '../constructs/grants.ts'
import { SmallFunction, type SmallFunctionProps } from '../constructs/small-function.ts'
import type { WorkQueue } from '../constructs/work-queue.ts'
import { letReadObjects, PREPARED_PREFIX } from './object-reads.ts'
import type { PipelineStores } from './pipeline-stores.ts'
import { type ServiceAccess, serviceEnvironment } from './provider.ts'

export type JobStepsProps = {
  readonly stores: PipelineStores
  readonly watchQueue: WorkQueue
  readonly service: ServiceAccess
  /** The first part of the results' keys. */
  readonly resultsPrefix: string
  /** A layer for linux on arm64 with `bin/ffmpeg` and `bin/ffprobe`. @default libav from npm */
  readonly ffmpegLayer?: string | undefined
}

type StepProps = Omit<SmallFunctionProps, 'entry'>

/** The functions behind the workflow's states, each with the rights its state needs. */
export class JobSteps extends Construct {
  readonly preProcess: IFunction
  readonly prepare: IFunction
  readonly chooseTarget: IFunction
  readonly createTask: IFunction
  readonly deliver: IFunction
  readonly recordFailure: IFunction

  private readonly props: JobStepsProps

  constructor(scope: Construct, id: string, props: JobStepsProps) {
    super(scope, id)
    this.props = props
    this.preProcess = this.taskCreatingStep('PreProcess', 'pre-process')
    this.chooseTarget = this.serviceReadingStep('ChooseTarget', 'choose-target')
    letReadObjects(this.chooseTarget, 'choose-target', props.stores)
    this.createTask = this.taskCreatingStep('CreateTask', 'create-task')
    this.prepare = this.preparing()
    const ending = {
      RESULTS_BUCKET: props.stores.results.bucketName,
      RESULTS_PREFIX: props.resultsPrefix,
      PREPARED_PREFIX,
    }
    this.deliver = this.serviceReadingStep('Deliver', 'deliver', {
      environment: ending,
      timeout: LONG_FILE,
      memorySize: 512,
    })
    this.recordFailure = this.serviceReadingStep('RecordFailure', 'record-failure', {
      environment: ending,
      timeout: Duration.minutes(1),
    })
    for (const fn of [this.deliver, this.recordFailure]) this.letEndJobs(fn)
    // A long result is written in parts; one that breaks off takes them back. A recipe may say how long it is kept.
    grantObjects(
      this.deliver,
      ['s3:AbortMultipartUpload', 's3:PutObjectTagging'],
      props.stores.results,
      props.resultsPrefix,
    )
    letReadObjects(this.deliver, 'deliver', props.stores)
    letReadObjects(this.recordFailure, 'record-failure', props.stores)
    grantListPrefix(this.recordFailure, props.stores.results, PREPARED_PREFIX)
  }

  private step(id: string, verb: string, props: StepProps): IFunction {
    const { jobs, pipelineName } = this.props.stores
    const { fn } = new SmallFunction(this, id, {
      ...props,
      entry: `functions/pipeline/${verb}/handler.ts`,
      environment: {
        JOBS_TABLE: jobs.tableName,
        PIPELINE_NAME: pipelineName,
        ...props.environment,
      },
    })
    grantActions(fn, ['dynamodb:GetItem'], jobs.tableArn)
    return fn
  }

  /** A step that reads from the service. */
  private serviceReadingStep(id: string, verb: string, props: StepProps = {}): IFunction {
    const fn = this.step(id, verb, {
      ...props,
      environment: { ...this.callingEnvironment(), ...props.environment },
    })
    this.letCall(fn)
    return fn
  }

  private callingEnvironment(): Record<string, string> {
    const { secret, inbox } = this.props.stores
    return {
      ...serviceEnvironment(this.props.service),
      SERVICE_SECRET_ID: secret.secretArn,
      INBOX_TABLE: inbox.tableName,
    }
  }

  private letCall(fn: IFunction): void {
    const { secret, inbox } = this.props.stores
    grantSecretRead(fn, secret)
    // The requests of each key are counted where the waiting states are.
    grantActions(fn, ['dynamodb:UpdateItem'], inbox.tableArn)
  }

  /** A step that creates a task and lets its state wait for it. */
  private taskCreatingStep(id: string, verb: 'pre-process' | 'create-task'): IFunction {
    const { stores, watchQueue } = this.props
    const fn = this.serviceReadingStep(id, verb, {
      timeout: LONG_FILE,
      environment: { WATCH_QUEUE_URL: watchQueue.queue.queueUrl, ...this.preparedPlace() },
    })
    grantActions(fn, ['dynamodb:GetItem'], stores.inbox.tableArn)
    grantActions(fn, ['sqs:SendMessage'], watchQueue.queue.queueArn)
    letReadObjects(fn, verb, stores)
    return fn
  }

  /** The step with the engine. */
  private preparing(): IFunction {
    const { results, jobs } = this.props.stores
    const entry = 'functions/pipeline/prepare/handler.ts'
    const { environment, ...engine } = videoEngine(this, entry, this.props.ffmpegLayer)
    const { fn } = new EngineFunction(this, 'Prepare', {
      entry,
      ...engine,
      environment: {
        ...environment,
        JOBS_TABLE: jobs.tableName,
        ...this.callingEnvironment(),
        ...this.preparedPlace(),
      },
      // The longest a function may run, which a long video takes.
      timeout: Duration.minutes(15),
      memorySize: PREPARE_MEGABYTES,
      // A video of 2 GB and what is sent of it; a picture of 200 MB with the scratch files of restoring it needs less.
      disk: Size.gibibytes(4),
    })
    grantActions(fn, ['dynamodb:GetItem'], jobs.tableArn)
    this.letCall(fn)
    letReadObjects(fn, 'prepare', this.props.stores)
    const writing = ['s3:PutObject', 's3:AbortMultipartUpload']
    grantObjects(fn, writing, results, PREPARED_PREFIX)
    return fn
  }

  private preparedPlace(): Record<string, string> {
    return {
      RESULTS_BUCKET: this.props.stores.results.bucketName,
      PREPARED_PREFIX,
    }
  }

  private letEndJobs(fn: IFunction): void {
    const { resultsPrefix, stores } = this.props
    const { jobs, results } = stores
    grantActions(fn, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], jobs.tableArn)
    grantObjects(fn, ['s3:PutObject'], results, resultsPrefix)
    // What was prepared on the way leaves with its job.
    grantObjects(fn, ['s3:DeleteObject'], results, PREPARED_PREFIX)
    grantPutJobEvents(fn)
  }
}

/** What the engine needs for the largest picture it takes. */
const PREPARE_MEGABYTES = 3008

/** A function that streams a file must outlive its longest one. */
const LONG_FILE = Duration.minutes(5)
