import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { correlationIn } from '../../correlation.ts'
import { openDynamo } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { correlate, withRequestId } from '../../log.ts'
import { dynamoClaimStore } from '../claims/dynamo-claim-store.ts'
import { dynamoSlotStore } from '../files/dynamo-slot-store.ts'
import { s3Eraser } from '../files/s3-eraser.ts'
import { s3UrlSigner } from '../files/s3-url-signer.ts'
import { dynamoKeyStore } from '../keys/dynamo-key-store.ts'
import { openEndings } from '../open-endings.ts'
import { sqsQueue } from '../queue/sqs-queue.ts'
import { taskQueue } from '../queue/task-queue.ts'
import { dynamoCounterStore } from '../rate/dynamo-counter-store.ts'
import { rateLimiter } from '../rate/rate-limiter.ts'
import { deployedLimits } from '../rate/rate-limits.ts'
import { answerRequest } from './answer-request.ts'
import type { ApiDeps } from './api-deps.ts'
import { apiRequestOf } from './api-request.ts'

const dynamo = openDynamo()
const sqs = new SQSClient({})
const signer = s3UrlSigner(env('FILES_BUCKET'))

const deps: ApiDeps = {
  ...openEndings(dynamo, sqs),
  claims: dynamoClaimStore(dynamo, env('TASKS_TABLE')),
  slots: dynamoSlotStore(dynamo, env('TASKS_TABLE')),
  keys: dynamoKeyStore(dynamo, env('KEYS_TABLE')),
  signer,
  eraser: s3Eraser(signer),
  taskQueue: taskQueue({
    pictures: sqsQueue(sqs, env('TASKS_QUEUE_URL')),
    videos: sqsQueue(sqs, env('VIDEO_TASKS_QUEUE_URL')),
  }),
  limit: rateLimiter(dynamoCounterStore(dynamo, env('LIMITS_TABLE')), Date.now),
  limits: deployedLimits(),
}

/** HTTP API -> the service's interface. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (
    event: APIGatewayProxyEventV2,
    { awsRequestId, getRemainingTimeInMillis }: Context,
  ): Promise<APIGatewayProxyStructuredResultV2> =>
    withRequestId(awsRequestId, () => {
      correlate(correlationIn(event.headers))
      const deadline = Date.now() + getRemainingTimeInMillis()
      return answerRequest(apiRequestOf(event, deadline), awsRequestId, deps)
    }),
)
