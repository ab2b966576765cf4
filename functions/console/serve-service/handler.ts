import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { S3Client } from '@aws-sdk/client-s3'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { parseBudget } from '../../../catalog/costs/budget.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { serviceReader } from '../../service/admin.ts'
import { dynamoReadAudit } from '../changes/read-audit.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { pipelineReader, sessionDeps } from '../wiring.ts'
import { type ServeServiceDeps, serveService } from './serve-service.ts'

const db = createDynamoClient()

const deps: ServeServiceDeps = {
  ...sessionDeps(db),
  service: serviceOf(),
  pipeline: pipelineReader(db, new S3Client({})),
  cloudWatch: new CloudWatchClient({}),
  pipelineName: env('PIPELINE_NAME'),
  budget: parseBudget(env('BUDGET')),
  readAudit: dynamoReadAudit(db, env('CONSOLE_TABLE')),
}

/** What the service has and did, what jobs cost, and who changed what, behind the same HTTP API as the page. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => serveService(consoleRequestOf(event), awsRequestId, deps)),
)

function serviceOf(): ServeServiceDeps['service'] {
  const tasks = optionalEnv('SERVICE_TASKS_TABLE')
  if (tasks === undefined) return undefined
  return serviceReader(db, {
    tasks,
    keys: env('SERVICE_KEYS_TABLE'),
    units: env('SERVICE_UNITS_TABLE'),
    webhooks: env('SERVICE_WEBHOOKS_TABLE'),
    limits: env('SERVICE_LIMITS_TABLE'),
  })
}
