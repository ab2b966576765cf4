import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { openDynamo } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import type { FinishDeps } from '../finish-task.ts'
import { sqsQueue } from '../queue/sqs-queue.ts'
import { dynamoTaskStore } from '../tasks/dynamo-task-store.ts'
import { dynamoUnitStore } from '../units/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../webhooks/dynamo-webhook-store.ts'
import { sweep } from './sweep.ts'

const dynamo = openDynamo()

const deps: FinishDeps = {
  tasks: dynamoTaskStore(dynamo, env('TASKS_TABLE')),
  units: dynamoUnitStore(dynamo, env('UNITS_TABLE')),
  webhooks: dynamoWebhookStore(dynamo, env('WEBHOOKS_TABLE')),
  webhookQueue: sqsQueue(new SQSClient({}), env('WEBHOOKS_QUEUE_URL')),
  now: Date.now,
}

/** A schedule -> what was left behind. */
export const handler = middy().handler((_: unknown, { awsRequestId }: Context) =>
  withRequestId(awsRequestId, () => sweep(deps)),
)
