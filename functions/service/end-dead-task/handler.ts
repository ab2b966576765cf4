import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { openDynamo } from '../../dynamo.ts'
import { env } from '../../env.ts'
import type { FinishDeps } from '../finish-task.ts'
import { sqsQueue } from '../queue/sqs-queue.ts'
import { dynamoTaskStore } from '../tasks/dynamo-task-store.ts'
import { dynamoUnitStore } from '../units/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../webhooks/dynamo-webhook-store.ts'
import { endDeadTask } from './end-dead-task.ts'

const dynamo = openDynamo()

const deps: FinishDeps = {
  tasks: dynamoTaskStore(dynamo, env('TASKS_TABLE')),
  units: dynamoUnitStore(dynamo, env('UNITS_TABLE')),
  webhooks: dynamoWebhookStore(dynamo, env('WEBHOOKS_TABLE')),
  webhookQueue: sqsQueue(new SQSClient({}), env('WEBHOOKS_QUEUE_URL')),
  now: Date.now,
}

/** The dead letters of the task queue -> tasks that end in `error`. */
export const handler = middy()
  .use(batch())
  .handler(eachRecord((body) => endDeadTask(body, deps)))
