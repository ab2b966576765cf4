import { ArnFormat, Duration, Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { PipelineBounds } from '../../catalog/limits/pipeline-bounds.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { wildcardFinding } from '../constructs/grants.ts'
import { JobWorkflow } from '../constructs/job-workflow.ts'
import { applyRetention, type RetentionProps } from '../constructs/retention.ts'
import { RuleDeadLetterQueue } from '../constructs/rule-dead-letter-queue.ts'
import type { ThrottleProps } from '../constructs/throttle.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { BatchRunner } from './batch-runner.ts'
import { DropListener } from './drop-listener.ts'
import { JobNotices, type NotifyProps } from './job-notices.ts'
import { JobSteps } from './job-steps.ts'
import { OutcomeListener } from './outcome-listener.ts'
import { ParkedReleaser } from './parked-releaser.ts'
import { type AlarmLimits, PipelineOverview } from './pipeline-overview.ts'
import {
  PipelineStores,
  type RecordRetentionProps,
  type ResultsLocation,
  requireNoOverlap,
} from './pipeline-stores.ts'
import { type ProviderProps, type ServiceAccess, serviceAccess } from './provider.ts'
import type { RecipeSources } from './read-recipes.ts'
import { RecipeFiles } from './recipe-files.ts'
import type { SpendingProps } from './spending.ts'

export type DropPipelineProps = RetentionProps & {
  /** What a day may spend, above which files are parked, and what a unit costs. @default no budget */
  readonly spending?: SpendingProps | undefined
  /**
   * Origins whose pages may put files into the drop bucket and read results by presigned URLs: the console's. Buckets
   * that were there before keep the rules that they have. @default none
   */
  readonly pageOrigins?: readonly string[] | undefined
  /**
   * Whether the metadata `darkroom-recipe` of a dropped object may change its recipe, as far as the recipe's own
   * `overrides` let it. Without it such a file fails with the reason. @default true
   */
  readonly overrides?: boolean | undefined
  /** Whether a retry may change the recipe of its attempt, as far as the recipe's `overrides` let it. @default true */
  readonly retryOverrides?: boolean | undefined
  /**
   * ARN of a layer (linux, arm64) with `bin/ffmpeg` and `bin/ffprobe`, by which videos are prepared. @default libav
   * from npm
   */
  readonly ffmpegLayer?: string | undefined
  /** The task service that carries the effects out, and how it is reached. */
  readonly provider: ProviderProps
  /**
   * Recipes that lie in the drop bucket after every deployment: a folder of `<name>.json` files, or each by its name,
   * as an object or the path of a file. They are checked at synthesis. Given, they need the construct library's own
   * custom resource; `darkroom recipes put` and `aws s3 cp` need none. @default none
   */
  readonly recipes?: RecipeSources | undefined
  /**
   * A bucket files are dropped into that was there before. It must tell EventBridge of its objects, and should keep
   * versions. @default one is made
   */
  readonly dropBucket?: AnyBucket | undefined
  /** Where results lie. @default `results/` in a bucket of their own */
  readonly results?: ResultsProps | undefined
  /** How long files stay; without effect on a bucket that was there before. @default see there */
  readonly keep?: RecordRetentionProps | undefined
  /** How much is done at once. @default see there */
  readonly concurrency?: ConcurrencyProps | undefined
  /** The brake of the API that receives the service's webhooks. A webhook that is braked is sent again. */
  readonly throttle?: ThrottleProps | undefined
  /** Who is told what becomes of jobs, besides EventBridge. @default nobody */
  readonly notify?: NotifyProps | undefined
  /** Where alarms are raised. @default see there */
  readonly alarmLimits?: AlarmLimits | undefined
  /** Where alarms are sent that was there before. @default a topic is made */
  readonly alarmTopic?: ITopic | undefined
}

export type ResultsProps = Partial<ResultsLocation> & {
  /** A bucket that was there before. @default one is made, unless `inDropBucket` */
  readonly bucket?: AnyBucket | undefined
}

export type ConcurrencyProps = {
  /** Files taken in at once, 2 to 1000. @default 10 */
  readonly drops?: number | undefined
  /** Dropped files that are under way at once, beside those of batches; further ones wait. @default 1000 */
  readonly openFiles?: number | undefined
  /** Tasks whose status is asked for at once, 2 to 1000. @default 5 */
  readonly looks?: number | undefined
}

/**
 * What is dropped under `drop/<recipe>/` comes back under `results/<job>/` with a receipt. The pipeline knows the
 * service by its URL and by a secret, whose value `darkroom connect` or an operator sets. Throws at synthesis for
 * recipes that cannot be used, and for results that would lie where files are dropped.
 */
export class DropPipeline extends Construct {
  readonly stores: PipelineStores
  readonly workflow: JobWorkflow
  readonly alarms: AlarmTopic
  /** Where the service posts its webhooks. */
  readonly webhookUrl: string
  /** What `start` works off: drops, and what an operator asks of it. */
  readonly dropQueue: Queue
  readonly batches: BatchRunner
  readonly notices: JobNotices
  /** What a day may spend, and what a unit costs. */
  readonly spending: SpendingProps
  /** The task service that it drives. */
  readonly service: ServiceAccess
  /** What bounds its files. */
  readonly bounds: PipelineBounds

  constructor(scope: Construct, id: string, props: DropPipelineProps) {
    super(scope, id)
    applyRetention(this, props)
    const service = serviceAccess(props.provider)
    const { drops = 10, looks = 5, openFiles = 1000 } = props.concurrency ?? {}
    const { spending = {}, overrides = true, retryOverrides = true } = props
    this.spending = spending
    this.service = service
    const { budget } = spending
    this.bounds = { openFiles, workers: service.serviceAtOnce, ...(budget && { budget }) }
    const results = placeOf(props)
    this.alarms = new AlarmTopic(this, 'Alarms', props.alarmTopic)
    this.stores = new PipelineStores(this, 'Stores', {
      results,
      dropBucket: props.dropBucket,
      resultsBucket: props.results?.bucket,
      secret: props.provider.secret,
      keep: props.keep ?? {},
      pageOrigins: props.pageOrigins,
    })
    const { stores, alarms } = this
    if (props.recipes) {
      new RecipeFiles(this, 'Recipes', { bucket: stores.drop, recipes: props.recipes })
    }
    const watchQueue = new WorkQueue(this, 'Watched', {
      workTimeout: Duration.seconds(30),
      // A look may be all that still knows of a task, so it outlives an outage of some minutes.
      attempts: 12,
      holdsBack: true,
      alarms,
    })
    const steps = new JobSteps(this, 'Steps', {
      stores,
      watchQueue,
      service,
      resultsPrefix: results.prefix,
      ffmpegLayer: props.ffmpegLayer,
    })
    this.workflow = new JobWorkflow(this, 'Workflow', { functions: steps, alarms })
    this.letSettleAtOnce(steps)
    this.recordEnds(steps)
    const listener = new DropListener(this, 'DropListener', {
      stores,
      alarms,
      drops,
      openFiles,
      spending,
      overrides,
      retryOverrides,
      service,
      oldest: props.alarmLimits?.oldestFile ?? Duration.minutes(15),
      workflow: this.workflow,
    })
    const { queue } = listener
    this.dropQueue = queue
    new ParkedReleaser(this, 'ParkedReleaser', {
      stores,
      alarms,
      spending,
      dropQueue: queue,
    })
    const { webhookUrl } = new OutcomeListener(this, 'OutcomeListener', {
      stores,
      watchQueue,
      service,
      looks,
      alarms,
      throttle: props.throttle,
      workflow: this.workflow,
    })
    this.webhookUrl = webhookUrl
    this.notices = new JobNotices(this, 'Notices', { ...props.notify, drop: stores.drop, alarms })
    this.batches = new BatchRunner(this, 'Batches', {
      stores,
      alarms,
      spending,
      overrides,
      retryOverrides,
      service,
      workflow: this.workflow,
      dropQueue: queue,
      resultsPrefix: results.prefix,
    })
    listener.letCountBatches(this.batches.table)
    new PipelineOverview(this, 'Overview', {
      pipelineName: stores.pipelineName,
      alarms,
      workflow: this.workflow,
      dropQueue: queue,
      limits: props.alarmLimits ?? {},
      of: this,
    })
  }

  /** A policy of its own: in the functions' roles it would close a circle, machine → function → role → machine. */
  private letSettleAtOnce({ preProcess, createTask }: JobSteps): void {
    new Policy(this, 'SettleAtOnce', {
      statements: [
        new PolicyStatement({
          actions: ['states:SendTaskSuccess'],
          resources: [this.workflow.stateMachine.stateMachineArn],
        }),
      ],
      roles: [preProcess, createTask].flatMap(({ role }) => role ?? []),
    })
  }

  /** An execution that timed out or was stopped runs no Catch; its end is recorded from outside. */
  private recordEnds({ recordFailure }: JobSteps): void {
    const unrecorded = new RuleDeadLetterQueue(this, 'Unrecorded', {
      alarms: this.alarms,
      description:
        'The end of an execution could not be recorded: its job still shows as running. The log of record-failure says ' +
        'why, and the dead letter names the execution.',
    })
    unrecorded.keepFailuresOf(recordFailure)
    this.letReadHistory(recordFailure)
    new Rule(this, 'Ended', {
      description: 'Executions that ended otherwise than by success.',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [this.workflow.stateMachine.stateMachineArn],
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      targets: [new LambdaFunction(recordFailure, { deadLetterQueue: unrecorded })],
    })
  }

  /** Of an execution that ended from outside its history alone tells how far it came. A policy of its own, as above. */
  private letReadHistory({ role }: IFunction): void {
    const { stateMachine } = this.workflow
    const executions = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${stateMachine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    const reads = new Policy(this, 'ReadHistory', {
      statements: [
        new PolicyStatement({ actions: ['states:GetExecutionHistory'], resources: [executions] }),
      ],
      roles: role ? [role] : [],
    })
    acknowledge(
      reads,
      wildcardFinding(reads, executions),
      'Executions are named at run time; the function reads the history of none but those of this machine.',
    )
  }
}

function placeOf({ dropBucket, results = {} }: DropPipelineProps): ResultsLocation {
  const { prefix = 'results/', bucket } = results
  const same = bucket !== undefined && bucket.bucketName === dropBucket?.bucketName
  const place = { prefix, inDropBucket: results.inDropBucket ?? same }
  requireNoOverlap(place)
  if (place.inDropBucket && bucket && !same) {
    throw new Error('results.bucket and results.inDropBucket exclude each other.')
  }
  return place
}
