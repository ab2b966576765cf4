import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { env } from '../../../env.ts'
import type { FinishDeps } from '../tasks/finish-task.ts'
import { dynamoFreeTaskStore } from './dynamo/dynamo-free-task-store.ts'
import { dynamoTaskStore } from './dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from './dynamo/dynamo-unit-store.ts'
import { dynamoWebhookStore } from './dynamo/dynamo-webhook-store.ts'
import { sqsQueue } from './sqs-queue.ts'

/**
 * The dependencies of every function that may end a task, from its environment. Throws for a variable that is not set.
 */
export function createFinishDeps(dynamo: DynamoDBDocumentClient, sqs: SQSClient): FinishDeps {
  return {
    tasks: dynamoTaskStore(dynamo, env('TASKS_TABLE')),
    units: dynamoUnitStore(dynamo, env('UNITS_TABLE')),
    freeTasks: dynamoFreeTaskStore(dynamo, env('UNITS_TABLE')),
    webhooks: dynamoWebhookStore(dynamo, env('WEBHOOKS_TABLE')),
    webhookQueue: sqsQueue(sqs, env('WEBHOOKS_QUEUE_URL')),
    now: Date.now,
  }
}
