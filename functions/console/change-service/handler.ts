import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { serviceAdmin } from '../../service/admin.ts'
import { dynamoOnce } from '../changes/once.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { sessionDeps } from '../wiring.ts'
import { type ChangeServiceDeps, changeService } from './change-service.ts'

const db = createDynamoClient()

const deps: ChangeServiceDeps = {
  ...sessionDeps(db),
  once: dynamoOnce(db, env('CONSOLE_TABLE')),
  service: {
    ...serviceAdmin(
      { db, sqs: new SQSClient({}), s3: new S3Client({}) },
      {
        tasks: env('SERVICE_TASKS_TABLE'),
        keys: env('SERVICE_KEYS_TABLE'),
        units: env('SERVICE_UNITS_TABLE'),
        webhooks: env('SERVICE_WEBHOOKS_TABLE'),
        files: env('SERVICE_FILES_BUCKET'),
        webhookQueue: env('SERVICE_WEBHOOK_QUEUE_URL'),
      },
    ),
    local: optionalEnv('DARKROOM_CONSOLE_RUN') !== undefined,
  },
}

/** What changes keys, units, webhooks and tasks, behind the same HTTP API as the page. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => changeService(consoleRequestOf(event), awsRequestId, deps)),
)
