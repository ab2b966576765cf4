import { Duration } from 'aws-cdk-lib'
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { PERFORMED_FEATURES } from '../../catalog/features/performed-features.ts'
import type { ServiceOffer } from '../../catalog/generator/generator.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { grantActions, grantObjects } from '../constructs/grants.ts'
import { HttpEndpoint } from '../constructs/http-endpoint.ts'
import { applyRetention, type RetentionProps } from '../constructs/retention.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { type ThrottleProps, throttleOf } from '../constructs/throttle.ts'
import { docsRoutes } from './docs-routes.ts'
import { GeneratorAccess } from './generator-access.ts'
import type { GeneratorProps } from './generator-props.ts'
import { LateUploadRemover } from './late-upload-remover.ts'
import { ServiceDashboard } from './service-dashboard.ts'
import { ServiceMetrics } from './service-metrics.ts'
import { ServiceStores } from './service-stores.ts'
import { Sweeper } from './sweeper.ts'
import { grantEndTasks, type TaskEndings, taskEndingEnvironment } from './task-endings.ts'
import { TaskWorkers } from './task-workers.ts'
import { VideoSharing } from './video-sharing.ts'
import { WebhookSender } from './webhook-sender.ts'

/** How many requests a key and an address may make; keys may have limits of their own. */
export type RateLimitProps = {
  /** In 300 seconds. @default 250 */
  readonly perWindow?: number
  /** In one second. @default 5 */
  readonly perSecond?: number
}

/** Model files and their manifests, below a prefix of a bucket. */
export type ModelFilesProps = {
  readonly bucket: AnyBucket
  /** Ends with a slash, such as `models/`. */
  readonly prefix: string
  /** The longest that one of them may run. @default 60 */
  readonly seconds?: number | undefined
  /** The most memory that one of them may take. @default 1000 */
  readonly megabytes?: number | undefined
}

export type TaskServiceProps = RetentionProps & {
  readonly rateLimit?: RateLimitProps | undefined
  /** The brake that all keys share, above `rateLimit.perSecond`. @default see there */
  readonly throttle?: ThrottleProps | undefined
  /** The bytes of upload slots that an account may ask for in a day (UTC). @default 100,000,000,000 */
  readonly uploadBytesPerDay?: number | undefined
  /** How many tasks of a feature are worked on at once, by the feature's name. @default no limit of its own */
  readonly featureConcurrency?: Readonly<Record<string, number>> | undefined
  /** How many tasks on pictures are worked on at once, 2 to 1000. @default 10 */
  readonly pictureTaskWorkers?: number | undefined
  /** How many tasks on videos are worked on at once, 2 to 1000. @default 4 */
  readonly videoTaskWorkers?: number | undefined
  /** How many segments of one long video are made at once. @default 20 */
  readonly videoWorkers?: number | undefined
  /** ARN of a layer (linux, arm64) with `bin/ffmpeg` and `bin/ffprobe` for videos. @default libav from npm */
  readonly ffmpegLayer?: string | undefined
  /** Origins whose pages may upload to slots and read results, such as `https://studio.example`. @default none */
  readonly pageOrigins?: readonly string[] | undefined
  /** Whom the service asks for what its own engine cannot make. @default nobody */
  readonly generator?: GeneratorProps | undefined
  /** Where your own model files lie; docs/models.md tells what they are. @default none */
  readonly models?: ModelFilesProps | undefined
}

/** The task service: the HTTP interface, the workers that carry the effects out, and the webhooks that tell of it. */
export class TaskService extends Construct {
  /** `https://…` without a path. */
  readonly url: string
  readonly stores: ServiceStores
  readonly alarms: AlarmTopic
  readonly webhooks: WebhookSender
  /** Absent where the service has no generator. */
  readonly generator: GeneratorAccess | undefined

  /** How many tasks are worked on at once. */
  readonly atOnce: { readonly pictures: number; readonly videos: number }

  /** What the service carries out. */
  get offer(): ServiceOffer {
    return { features: [...PERFORMED_FEATURES], generator: this.generator?.offer }
  }

  /** The variables that say how much keys and accounts may ask for, where that is not the default. */
  readonly limitEnvironment: Readonly<Record<string, string>>

  private readonly workers: TaskWorkers
  private readonly endings: TaskEndings

  constructor(
    scope: Construct,
    id: string,
    {
      rateLimit = {},
      throttle,
      uploadBytesPerDay,
      featureConcurrency,
      pictureTaskWorkers = 10,
      videoTaskWorkers = 4,
      videoWorkers,
      ffmpegLayer,
      pageOrigins,
      generator,
      models,
      ...life
    }: TaskServiceProps = {},
  ) {
    super(scope, id)
    applyRetention(this, life)
    const alarms = new AlarmTopic(this, 'Alarms')
    this.alarms = alarms
    this.stores = new ServiceStores(this, 'Stores', pageOrigins)
    this.webhooks = new WebhookSender(this, 'Webhooks', { stores: this.stores, alarms })
    this.endings = { stores: this.stores, webhookQueue: this.webhooks.queue }
    this.generator = generator && new GeneratorAccess(this, 'Generator', generator)
    const sharing = new VideoSharing(this, 'Sharing', {
      ...this.endings,
      alarms,
      ffmpegLayer,
      workers: videoWorkers,
      models,
    })
    this.atOnce = { pictures: pictureTaskWorkers, videos: videoTaskWorkers }
    this.workers = new TaskWorkers(this, 'Workers', {
      ...this.endings,
      alarms,
      sharing,
      atOnce: this.atOnce,
      featureConcurrency,
      ffmpegLayer,
      generator: this.generator,
      models,
    })
    const sweeper = new Sweeper(this, 'Sweeper', { ...this.endings, alarms })
    new LateUploadRemover(this, 'LateUploads', { stores: this.stores, alarms })
    this.limitEnvironment = limitEnvironment(rateLimit, uploadBytesPerDay)
    const api = this.api()
    // A greedy path variable does not match the root, which the gateway would answer in its own words.
    const paths = ['/{proxy+}', '/'].map((path) => ({
      handler: api,
      method: HttpMethod.ANY,
      path,
      openBecause: 'The function checks the bearer key of every request against its stored hash.',
    }))
    const endpoint = new HttpEndpoint(this, 'Api', {
      routes: [...paths, ...docsRoutes(this, this.stores)],
      throttle: throttleOf(throttle, rateLimit.perSecond),
    })
    this.url = endpoint.url
    const { deadTaskEnder } = this.workers
    const workers = [...this.workers.workers, sharing.worker]
    const brokers = [this.workers.broker, sharing.broker]
    const metrics = new ServiceMetrics(this, 'Metrics', {
      api,
      workers,
      deadTaskEnder,
      enders: [...brokers, deadTaskEnder, sweeper.fn, api],
    })
    alarms.alarmAbove(this, 'DefectsAlarm', {
      metric: metrics.defects.metric(),
      threshold: 0,
      description: 'The engine met a defect of its own. The log of the workers holds it.',
    })
    alarms.alarmAbove(this, 'GivenUpAlarm', {
      metric: metrics.givenUp.metric(),
      threshold: 0,
      description:
        'A task was given up after every attempt failed. The log of the workers says why, under its requestId.',
    })
    alarms.alarmAbove(this, 'TimedOutAlarm', {
      metric: metrics.timedOut.metric(),
      threshold: 0,
      description:
        'The work on a task took more than an hour, or none began it within a day: the queues are too long, or its ' +
        'message was lost.',
    })
    alarms.alarmAbove(this, 'UnansweredAlarm', {
      metric: endpoint.serverErrors(Duration.minutes(5)),
      threshold: 0,
      description:
        'A request was answered with 5xx, or not at all: the function that answers failed, ran out of time or memory, ' +
        'or could not start. Its log says which.',
    })
    new ServiceDashboard(this, 'Overview', {
      apiId: endpoint.apiId,
      api,
      workers,
      brokers,
      metrics,
      queues: {
        pictures: this.workers.pictures,
        videos: this.workers.videos,
        webhooks: this.webhooks.queue,
      },
      webhooks: this.webhooks,
    })
  }

  private api(): LambdaFunction {
    const { tasks, keys, limits, files } = this.stores
    const { pictures, videos } = this.workers
    const { fn } = new SmallFunction(this, 'Handler', {
      entry: 'functions/service/api/handler.ts',
      memorySize: 512,
      environment: {
        ...taskEndingEnvironment(this.endings),
        ...this.stores.environment('KEYS_TABLE', 'LIMITS_TABLE'),
        TASKS_QUEUE_URL: pictures.queue.queueUrl,
        VIDEO_TASKS_QUEUE_URL: videos.queue.queueUrl,
        ...this.generator?.offerEnvironment,
        ...this.limitEnvironment,
      },
    })
    grantEndTasks(fn, this.endings)
    grantActions(fn, ['dynamodb:GetItem'], keys.tableArn)
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], limits.tableArn)
    grantActions(fn, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], tasks.tableArn)
    // Which place a task has that waits, and how long the last ones took.
    for (const index of ['open', 'byAccount']) {
      grantActions(fn, ['dynamodb:Query'], `${tasks.tableArn}/index/${index}`)
    }
    for (const { queue } of [pictures, videos])
      grantActions(fn, ['sqs:SendMessage'], queue.queueArn)
    grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], files, 'uploads/')
    grantObjects(fn, ['s3:GetObject', 's3:DeleteObject'], files, 'results/')
    grantObjects(fn, ['s3:DeleteObject'], files, 'segments/')
    return fn
  }
}

function limitEnvironment({ perWindow, perSecond }: RateLimitProps, uploadBytes?: number) {
  return {
    ...(perWindow && { RATE_LIMIT_WINDOW: String(perWindow) }),
    ...(perSecond && { RATE_LIMIT_SECOND: String(perSecond) }),
    ...(uploadBytes && { UPLOAD_BYTES_PER_DAY: String(uploadBytes) }),
  }
}
