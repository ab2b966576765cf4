import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { createDynamoClient } from '../../functions/dynamo.ts'
import { env } from '../../functions/env.ts'
import { guardedFetch, guardedFetchStream } from '../../functions/fetch/guarded-fetch.ts'
import { dynamoFreeTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import { dynamoTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../../functions/service/core/adapters/dynamo/dynamo-webhook-store.ts'
import { s3ObjectRemover } from '../../functions/service/core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../../functions/service/core/adapters/s3/s3-url-signer.ts'
import { sqsQueue } from '../../functions/service/core/adapters/sqs-queue.ts'
import type { InputFile, Perform } from '../../functions/service/core/ports/perform.ts'
import { parseTaskMessage } from '../../functions/service/core/queue/messages.ts'
import { createTaskQueue } from '../../functions/service/core/queue/task-queue.ts'
import { type RunTaskDeps, runTask } from '../../functions/service/run-task/run-task.ts'
import type { ServeWorkerDeps } from '../../functions/service/serve-worker/serve-worker.ts'
import { captureOutput } from '../../local/lambda/capture-output.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { asWorker, type OfWorker } from '../functions/service/as-worker.ts'

/** The function that it replaces. */
export const WORKER = 'functions/service/run-task/handler.ts'

/**
 * An engine that finds `people` people of one size side by side in any picture, and whose effects return the given
 * picture.
 */
export function noopEngine(people: number): Perform {
  return async ({ stage, files }) =>
    stage === 'pre-process'
      ? { results: { result: Array.from({ length: people }, (_, at) => boxOf(at)) } }
      : { results: {}, ...madeOf(files.src) }
}

function madeOf(file: InputFile) {
  const kind = { contentType: 'image/png', extension: 'png' }
  return file instanceof Uint8Array
    ? { output: { bytes: file, ...kind } }
    : { file: { ...file, ...kind } }
}

function boxOf(at: number) {
  return { left: 10 + 30 * at, top: 10, width: 20, height: 40 }
}

/**
 * Replaces the worker's handler: the service's own `runTask` and `serveWorker` on the real queue, tables and files,
 * with an engine that does nothing. What remains is the cost of a file without its effect. `changes` may replace parts.
 */
export function noopWorker(changes: (deps: OfWorker) => Partial<OfWorker> = () => ({})) {
  let opened: RunTaskDeps | undefined
  const intercept: Intercept = async (call, next) => {
    if (call.entry !== WORKER) return next()
    opened ??= open(changes)
    const deps = opened
    // It runs outside the functions, whose log lines the run writes to its file.
    const log = captureOutput(() => undefined)
    try {
      for (const { body } of (call.payload as SQSEvent).Records) {
        const message = parseTaskMessage(body)
        if (!message) continue
        await log.within('worker', () => runTask(message, AbortSignal.timeout(60_000), deps))
      }
    } finally {
      log.release()
    }
    return { payload: { batchItemFailures: [] } }
  }
  return intercept
}

function open(changes: (deps: OfWorker) => Partial<OfWorker>): RunTaskDeps {
  const dynamo = createDynamoClient()
  const sqs = new SQSClient({})
  const tasks = sqsQueue<never>(sqs, env('TASKS_QUEUE_URL'))
  const signer = s3UrlSigner(env('FILES_BUCKET'))
  const broker: ServeWorkerDeps = {
    tasks: dynamoTaskStore(dynamo, env('TASKS_TABLE')),
    units: dynamoUnitStore(dynamo, env('UNITS_TABLE')),
    freeTasks: dynamoFreeTaskStore(dynamo, env('UNITS_TABLE')),
    webhooks: dynamoWebhookStore(dynamo, env('WEBHOOKS_TABLE')),
    webhookQueue: sqsQueue(sqs, env('WEBHOOKS_QUEUE_URL')),
    taskQueue: createTaskQueue({ pictures: tasks, videos: tasks }),
    semaphore: { acquire: async () => true, release: async () => undefined },
    signer,
    objectRemover: s3ObjectRemover(signer),
    now: Date.now,
  }
  const worker: OfWorker = {
    signed: {},
    perform: noopEngine(1),
    isInstalled: () => true,
    fetch: guardedFetch,
    fetchStream: guardedFetchStream,
    allowLoopbackOrigin: env('DARKROOM_LOOPBACK_ORIGIN'),
    now: Date.now,
  }
  return asWorker({ ...broker, ...worker, ...changes(worker) })
}
