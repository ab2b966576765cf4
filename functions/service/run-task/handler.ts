import { S3Client } from '@aws-sdk/client-s3'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { parseGeneratorSettings } from '../../../catalog/generator-settings.ts'
import { SHARING, workersFor } from '../../../catalog/video-shares.ts'
import { folderSource } from '../../../engine/models/folder-source.ts'
import { requireModels } from '../../../engine/models/read-models.ts'
import { isInstalled, openEngine } from '../../../engine/perform.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch, guardedFetchStream } from '../../fetch/guarded-fetch.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { stepFunctionsStart } from '../../step-functions-start.ts'
import { dynamoSemaphoreStore } from '../adapters/dynamo/dynamo-semaphore-store.ts'
import { s3FileStore } from '../adapters/s3/s3-file-store.ts'
import { sqsQueue } from '../adapters/sqs-queue.ts'
import { createFinishDeps } from '../finish-deps.ts'
import { parseTaskMessage } from '../queue/messages.ts'
import { createTaskQueue } from '../queue/task-queue.ts'
import { createFeatureSemaphore, parseFeatureLimits } from './feature-semaphore.ts'
import { createGenerator } from './generators/create-generator.ts'
import { generatorKey } from './generators/generator-key.ts'
import { performWithRestart } from './perform-with-restart.ts'
import { type RunTaskDeps, runTask } from './run-task.ts'
import { s3ModelSource } from './s3-model-source.ts'

const dynamo = createDynamoClient()
const sqs = new SQSClient({})
const s3 = new S3Client({})
const limits = parseFeatureLimits(optionalEnv('FEATURE_CONCURRENCY'))
const settings = parseGeneratorSettings(optionalEnv('GENERATOR'))
const generator =
  settings && createGenerator(settings, generatorKey(optionalEnv('GENERATOR_SECRET_ARN')))

/** Where there is a workflow for it, long videos are shared; by the catalogue's rule unless another one is set. */
function sharing(): Pick<RunTaskDeps, 'startSharing' | 'workersFor'> {
  const machine = optionalEnv('SEGMENTS_MACHINE_ARN')
  if (machine === undefined) return {}
  const rule = { ...SHARING, ...JSON.parse(optionalEnv('SHARING') ?? '{}') }
  return {
    startSharing: stepFunctionsStart(new SFNClient({}), machine),
    workersFor: (feature, video) => workersFor(feature, video, rule),
  }
}

/** The operator’s model files: in a folder of this machine, or below a prefix of a bucket. */
const models = modelSource(optionalEnv('DARKROOM_MODELS'))

function modelSource(place: string | undefined) {
  if (place === undefined) return undefined
  return place.startsWith('s3://') ? s3ModelSource(s3, place) : folderSource(place)
}

const deps: RunTaskDeps = {
  ...createFinishDeps(dynamo, sqs),
  taskQueue: createTaskQueue({
    pictures: sqsQueue(sqs, env('TASKS_QUEUE_URL')),
    videos: sqsQueue(sqs, env('VIDEO_TASKS_QUEUE_URL')),
  }),
  semaphore: createFeatureSemaphore(
    limits,
    dynamoSemaphoreStore(dynamo, env('LIMITS_TABLE')),
    Date.now,
  ),
  files: s3FileStore(s3, env('FILES_BUCKET')),
  perform: performWithRestart(
    openEngine({ generator, models: models && (() => requireModels(models)) }),
  ),
  isInstalled,
  ...sharing(),
  dollarsPerTask: settings?.dollarsPerTask,
  fetch: guardedFetch,
  fetchStream: guardedFetchStream,
  allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_ORIGIN'),
}

/** Milliseconds of the function's timeout that are reserved to store the result and the end of the task. */
const RESERVE_MS = 15_000

/** The worker: performs the tasks of a task queue with the engine. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body, _, context) => {
      const message = parseTaskMessage(body)
      if (!message) throw new Error('The message names no task.')
      const left = Math.max(1, context.getRemainingTimeInMillis() - RESERVE_MS)
      await runTask(message, AbortSignal.timeout(left), deps)
    }),
  )
