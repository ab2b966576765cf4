import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { offerOf, parseGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import { correlationIdIn } from '../../correlation.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { setCorrelationId, withRequestId } from '../../log.ts'
import { dynamoBacklog } from '../core/adapters/dynamo/dynamo-backlog.ts'
import { dynamoCounterStore } from '../core/adapters/dynamo/dynamo-counter-store.ts'
import { dynamoIdempotencyStore } from '../core/adapters/dynamo/dynamo-idempotency-store.ts'
import { dynamoKeyStore } from '../core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoUploadQuota } from '../core/adapters/dynamo/dynamo-upload-quota.ts'
import { dynamoUploadSlotStore } from '../core/adapters/dynamo/dynamo-upload-slot-store.ts'
import { createFinishDeps } from '../core/adapters/finish-deps.ts'
import { s3ObjectRemover } from '../core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../core/adapters/s3/s3-url-signer.ts'
import { sqsQueue } from '../core/adapters/sqs-queue.ts'
import { apiRequestOf } from '../core/http/api-request.ts'
import { createTaskQueue } from '../core/queue/task-queue.ts'
import { deployedLimits } from '../core/rate/deployed-limits.ts'
import { deployedUploadBytes } from '../core/rate/deployed-upload-bytes.ts'
import { createRateLimiter } from '../core/rate/rate-limiter.ts'
import { newForetellStart } from '../core/tasks/foretell-start.ts'
import { type ApiDeps, handleRequest } from './handle-request.ts'

const dynamo = createDynamoClient()
const sqs = new SQSClient({})
const settings = parseGeneratorSettings(optionalEnv('GENERATOR'))
const signer = s3UrlSigner(env('FILES_BUCKET'))

const finish = createFinishDeps(dynamo, sqs)

const deps: ApiDeps = {
  ...finish,
  idempotency: dynamoIdempotencyStore(dynamo, env('TASKS_TABLE')),
  slots: dynamoUploadSlotStore(dynamo, env('TASKS_TABLE')),
  keys: dynamoKeyStore(dynamo, env('KEYS_TABLE')),
  signer,
  foretellStart: newForetellStart({
    tasks: finish.tasks,
    countBacklog: dynamoBacklog(dynamo, env('TASKS_TABLE')),
    now: Date.now,
  }),
  objectRemover: s3ObjectRemover(signer),
  taskQueue: createTaskQueue({
    pictures: sqsQueue(sqs, env('TASKS_QUEUE_URL')),
    videos: sqsQueue(sqs, env('VIDEO_TASKS_QUEUE_URL')),
  }),
  limit: createRateLimiter(dynamoCounterStore(dynamo, env('LIMITS_TABLE')), Date.now),
  limits: deployedLimits(),
  validKeys: new Set(),
  uploadQuota: dynamoUploadQuota(dynamo, env('LIMITS_TABLE')),
  uploadBytesPerDay: deployedUploadBytes(),
  generator: settings && offerOf(settings),
}

/** The API of the service, behind an API Gateway HTTP API. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (
    event: APIGatewayProxyEventV2,
    { awsRequestId, getRemainingTimeInMillis }: Context,
  ): Promise<APIGatewayProxyStructuredResultV2> =>
    withRequestId(awsRequestId, () => {
      setCorrelationId(correlationIdIn(event.headers))
      const deadline = Date.now() + getRemainingTimeInMillis()
      return handleRequest(apiRequestOf(event, deadline), awsRequestId, deps)
    }),
)
