import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { openDynamo } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { parseDeliveryMessage } from '../queue/delivery-message.ts'
import { sqsQueue } from '../queue/sqs-queue.ts'
import { dynamoWebhookStore } from '../webhooks/dynamo-webhook-store.ts'
import { type SendWebhookDeps, sendWebhook } from './send-webhook.ts'

const deps: SendWebhookDeps = {
  webhooks: dynamoWebhookStore(openDynamo(), env('WEBHOOKS_TABLE')),
  webhookQueue: sqsQueue(new SQSClient({}), env('WEBHOOKS_QUEUE_URL')),
  fetch: guardedFetch,
  now: Date.now,
  random: Math.random,
  allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_WEBHOOK'),
}

/** The webhook queue -> the endpoints of the accounts. */
export const handler = middy()
  .use(batch())
  .handler(
    eachRecord(async (body) => {
      const message = parseDeliveryMessage(body)
      if (!message) throw new Error('The message names no delivery.')
      await sendWebhook(message, deps)
    }),
  )
