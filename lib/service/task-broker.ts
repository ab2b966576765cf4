import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { grantActions, grantListPrefix, grantObjects } from '../constructs/grants.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import type { WorkQueue } from '../constructs/work-queue.ts'
import type { GeneratorAccess } from './generator-access.ts'
import { grantReadModels, type ModelPlace, modelsEnvironment } from './model-place.ts'
import { grantEndTasks, type TaskEndings, taskEndingEnvironment } from './task-endings.ts'
import type { VideoSharing } from './video-sharing.ts'

export type TaskBrokerProps = TaskEndings & {
  readonly pictures: WorkQueue
  readonly videos: WorkQueue
  readonly sharing: VideoSharing
  /** How many tasks of a feature are worked on at once, by the feature's name. @default no limit of its own */
  readonly featureConcurrency?: Readonly<Record<string, number>> | undefined
  /** @default none */
  readonly generator?: GeneratorAccess | undefined
  /** The operator’s model files. @default none */
  readonly models?: ModelPlace | undefined
}

/**
 * Reaches tables, files and workflows in the place of the workers, whose decoders read what strangers sent: it hands a
 * worker presigned URLs for the files of its task alone, and ends that task.
 */
export class TaskBroker extends Construct {
  readonly fn: LambdaFunction

  constructor(scope: Construct, id: string, props: TaskBrokerProps) {
    super(scope, id)
    const { stores, pictures, videos, sharing, featureConcurrency, generator, models } = props
    const { fn } = new SmallFunction(this, 'ServeWorker', {
      entry: 'functions/service/serve-worker/handler.ts',
      memorySize: 512,
      environment: {
        ...taskEndingEnvironment(props),
        ...stores.environment('LIMITS_TABLE'),
        TASKS_QUEUE_URL: pictures.queue.queueUrl,
        VIDEO_TASKS_QUEUE_URL: videos.queue.queueUrl,
        ...sharing.environment,
        ...generator?.offerEnvironment,
        ...(models && modelsEnvironment(models)),
        ...(featureConcurrency && { FEATURE_CONCURRENCY: JSON.stringify(featureConcurrency) }),
      },
    })
    this.fn = fn
    grantEndTasks(fn, props)
    // A task that another worker holds, or of whose feature there are enough, is put back.
    for (const { queue } of [pictures, videos]) {
      grantActions(fn, ['sqs:SendMessage'], queue.queueArn)
    }
    if (featureConcurrency) {
      grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], stores.limits.tableArn)
    }
    grantObjects(fn, ['s3:GetObject'], stores.files, 'uploads/')
    grantListPrefix(fn, stores.files, 'uploads/')
    grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], stores.files, 'results/')
    sharing.grantShare(fn, props)
    if (models) grantReadModels(fn, models)
  }
}
