import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { env } from '../env.ts'
import type { FinishDeps } from './finish-task.ts'
import { sqsQueue } from './queue/sqs-queue.ts'
import { dynamoTaskStore } from './tasks/dynamo-task-store.ts'
import { dynamoUnitStore } from './units/dynamo-unit-store.ts'
import { dynamoWebhookStore } from './webhooks/dynamo-webhook-store.ts'

/** What every function needs that may end a task, out of its environment. Throws naming a variable that is not set. */
export const openEndings = (dynamo: DynamoDBDocumentClient, sqs: SQSClient): FinishDeps => ({
  tasks: dynamoTaskStore(dynamo, env('TASKS_TABLE')),
  units: dynamoUnitStore(dynamo, env('UNITS_TABLE')),
  webhooks: dynamoWebhookStore(dynamo, env('WEBHOOKS_TABLE')),
  webhookQueue: sqsQueue(sqs, env('WEBHOOKS_QUEUE_URL')),
  now: Date.now,
})
