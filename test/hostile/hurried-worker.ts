import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { SQSEvent } from 'aws-lambda'
import { type Engine, isInstalled } from '../../engine/perform.ts'
import { guardedFetch, guardedFetchStream } from '../../functions/fetch/guarded-fetch.ts'
import { dynamoFreeTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import { dynamoTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../../functions/service/core/adapters/dynamo/dynamo-webhook-store.ts'
import { s3ObjectRemover } from '../../functions/service/core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../../functions/service/core/adapters/s3/s3-url-signer.ts'
import { sqsQueue } from '../../functions/service/core/adapters/sqs-queue.ts'
import type { Perform } from '../../functions/service/core/ports/perform.ts'
import { parseTaskMessage } from '../../functions/service/core/queue/messages.ts'
import { type RunTaskDeps, runTask } from '../../functions/service/run-task/run-task.ts'
import { asWorker } from '../functions/service/as-worker.ts'
import type { Run } from '../stack/start-run.ts'

/**
 * Lets tasks be carried out here rather than by the worker until the test ends. The time begins when the file is there:
 * how long fetching takes depends on the machine.
 */
export function hurry(run: Run, engine: Engine, milliseconds: number): void {
  const deps = depsOf(run, (request) =>
    engine.perform(request, { signal: AbortSignal.timeout(milliseconds) }),
  )
  run.around('service/run-task', async ({ payload }) => {
    for (const { body } of (payload as SQSEvent).Records) {
      const message = parseTaskMessage(body)
      if (!message) throw new Error(`This is no task: ${body}`)
      await runTask(message, new AbortController().signal, deps)
    }
    return { payload: { batchItemFailures: [] } }
  })
}

function depsOf({ at, tables, stacks }: Run, perform: Perform): RunTaskDeps {
  const { endpoints, region, credentials } = stacks
  const dynamo = new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials })
  const marshallOptions = { removeUndefinedValues: true }
  const db = DynamoDBDocumentClient.from(dynamo, { marshallOptions })
  const sqs = new SQSClient({ endpoint: endpoints.sqs, region, credentials })
  const signer = s3UrlSigner(stacks.resource('DarkroomService/Service/Stores/Files').ref)
  return asWorker({
    tasks: dynamoTaskStore(db, tables.tasks),
    units: dynamoUnitStore(db, tables.units),
    freeTasks: dynamoFreeTaskStore(db, tables.units),
    webhooks: dynamoWebhookStore(db, tables.webhooks),
    webhookQueue: sqsQueue(sqs, at.service.webhookQueue),
    // There is room for every task, so none is queued again.
    semaphore: { acquire: async () => true, release: async () => {} },
    taskQueue: { send: () => Promise.reject(new Error('No task has to wait.')) },
    signer,
    objectRemover: s3ObjectRemover(signer),
    perform,
    isInstalled,
    fetch: guardedFetch,
    fetchStream: guardedFetchStream,
    allowLoopbackOrigin: at.s3Endpoint,
    now: Date.now,
  })
}
