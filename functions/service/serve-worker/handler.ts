import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { parseGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { stepFunctionsStart } from '../../step-functions-start.ts'
import { dynamoSemaphoreStore } from '../core/adapters/dynamo/dynamo-semaphore-store.ts'
import { createFinishDeps } from '../core/adapters/finish-deps.ts'
import { s3ModelFiles } from '../core/adapters/s3/s3-model-files.ts'
import { s3ObjectRemover } from '../core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../core/adapters/s3/s3-url-signer.ts'
import { sqsQueue } from '../core/adapters/sqs-queue.ts'
import { createFeatureSemaphore, parseFeatureLimits } from '../core/broker/feature-semaphore.ts'
import { createTaskQueue } from '../core/queue/task-queue.ts'
import { type ServeWorkerDeps, serveWorker } from './serve-worker.ts'

const dynamo = createDynamoClient()
const sqs = new SQSClient({})
const signer = s3UrlSigner(env('FILES_BUCKET'))

/** A local run reads a folder of this machine instead, in the worker itself. */
const models = optionalEnv('DARKROOM_MODELS')

const deps: ServeWorkerDeps = {
  ...createFinishDeps(dynamo, sqs),
  taskQueue: createTaskQueue({
    pictures: sqsQueue(sqs, env('TASKS_QUEUE_URL')),
    videos: sqsQueue(sqs, env('VIDEO_TASKS_QUEUE_URL')),
  }),
  semaphore: createFeatureSemaphore(
    parseFeatureLimits(optionalEnv('FEATURE_CONCURRENCY')),
    dynamoSemaphoreStore(dynamo, env('LIMITS_TABLE')),
    Date.now,
  ),
  signer,
  objectRemover: s3ObjectRemover(signer),
  startSharing: stepFunctionsStart(new SFNClient({}), env('SEGMENTS_MACHINE_ARN')),
  dollarsPerTask: parseGeneratorSettings(optionalEnv('GENERATOR'))?.dollarsPerTask,
  ...(models?.startsWith('s3://') && { models: s3ModelFiles(models) }),
}

/** What the workers of tasks ask of the rest of the service. */
export const handler = middy().handler((request: unknown, context: Context) =>
  withRequestId(context.awsRequestId, () => serveWorker(request, deps)),
)
