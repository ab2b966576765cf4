import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { isInstalled, openEngine } from '../../../engine/perform.ts'
import { batch, eachRecord } from '../../batch.ts'
import { openDynamo } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { s3FileStore } from '../files/s3-file-store.ts'
import { openEndings } from '../open-endings.ts'
import { dynamoPlaceStore } from '../places/dynamo-place-store.ts'
import { featurePlaces, parseFeatureLimits } from '../places/feature-places.ts'
import { sqsQueue } from '../queue/sqs-queue.ts'
import { parseTaskMessage } from '../queue/task-message.ts'
import { taskQueue } from '../queue/task-queue.ts'
import { performAfresh } from './perform-afresh.ts'
import { type RunTaskDeps, runTask } from './run-task.ts'

const dynamo = openDynamo()
const sqs = new SQSClient({})
const limits = parseFeatureLimits(optionalEnv('FEATURE_CONCURRENCY'))

const deps: RunTaskDeps = {
  ...openEndings(dynamo, sqs),
  taskQueue: taskQueue({
    pictures: sqsQueue(sqs, env('TASKS_QUEUE_URL')),
    videos: sqsQueue(sqs, env('VIDEO_TASKS_QUEUE_URL')),
  }),
  places: featurePlaces(limits, dynamoPlaceStore(dynamo, env('LIMITS_TABLE')), Date.now),
  files: s3FileStore(new S3Client({}), env('FILES_BUCKET')),
  perform: performAfresh(openEngine()),
  isInstalled,
  fetch: guardedFetch,
  allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_ORIGIN'),
}

/** Left of the function's time to store the result and the end of the task. */
const RESERVE_MS = 15_000

/** The task queue -> the engine. */
export const handler = middy()
  .use(batch())
  .handler(
    eachRecord(async (body, _, context) => {
      const message = parseTaskMessage(body)
      if (!message) throw new Error('The message names no task.')
      const left = Math.max(1, context.getRemainingTimeInMillis() - RESERVE_MS)
      await runTask(message, AbortSignal.timeout(left), deps)
    }),
  )
