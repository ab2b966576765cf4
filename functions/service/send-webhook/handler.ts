import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { dynamoWebhookStore } from '../core/adapters/dynamo/dynamo-webhook-store.ts'
import { sqsQueue } from '../core/adapters/sqs-queue.ts'
import { parseDeliveryMessage } from '../core/queue/messages.ts'
import { type SendWebhookDeps, sendWebhook } from './send-webhook.ts'

const deps: SendWebhookDeps = {
  webhooks: dynamoWebhookStore(createDynamoClient(), env('WEBHOOKS_TABLE')),
  webhookQueue: sqsQueue(new SQSClient({}), env('WEBHOOKS_QUEUE_URL')),
  fetch: guardedFetch,
  now: Date.now,
  random: Math.random,
  allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_WEBHOOK'),
}

/** Sends the webhooks of the webhook queue to the endpoints of the accounts. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body) => {
      const message = parseDeliveryMessage(body)
      if (!message) throw new Error('The message names no delivery.')
      await sendWebhook(message, deps)
    }),
  )
