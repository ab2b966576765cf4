import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { taskAdmin } from '../../service/admin.ts'
import { dynamoOnce } from '../changes/once.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { pipelineReader, sessionDeps } from '../wiring.ts'
import { type MakeChangeDeps, makeChange } from './make-change.ts'

const db = createDynamoClient()
const sqs = new SQSClient({})

const deps: MakeChangeDeps = {
  ...sessionDeps(db),
  pipeline: pipelineReader(db, new S3Client({})),
  sqs,
  endTasks: serviceOf(),
  once: dynamoOnce(db, env('CONSOLE_TABLE')),
}

/** What changes jobs and batches, behind the same HTTP API as the page. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => makeChange(consoleRequestOf(event), awsRequestId, deps)),
)

function serviceOf(): MakeChangeDeps['endTasks'] {
  const tasks = optionalEnv('SERVICE_TASKS_TABLE')
  if (tasks === undefined) return undefined
  return taskAdmin(
    { db, sqs },
    {
      tasks,
      units: env('SERVICE_UNITS_TABLE'),
      webhooks: env('SERVICE_WEBHOOKS_TABLE'),
      webhookQueue: env('SERVICE_WEBHOOK_QUEUE_URL'),
    },
  )
}
