import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { createCachedSecret } from '../../cached-secret.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { type NotifyDeps, notify, parseNoticeSecrets } from './notify.ts'

const sqs = new SQSClient({})
const queueUrl = env('NOTICES_QUEUE_URL')
const url = env('NOTICES_URL')
const secret = createCachedSecret(new SecretsManagerClient({}), {
  id: env('NOTICES_SECRET_ID'),
  parse: parseNoticeSecrets,
})

const deps: NotifyDeps = {
  url,
  secrets: secret.read,
  fetch: guardedFetch,
  now: Date.now,
  random: Math.random,
  // In a local run the receiver may be on this machine; no other address of this machine is allowed.
  allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_NOTICES') && new URL(url).origin,
}

/** SQS, fed by EventBridge with the pipeline's job events: sends each to the user's receiver. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body, { receiptHandle, attributes }) => {
      const retrySeconds = await notify(body, Number(attributes.ApproximateReceiveCount) - 1, deps)
      if (retrySeconds === undefined) return
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: retrySeconds,
        }),
      )
      throw new Error(`The receiver is told again after ${retrySeconds} s.`)
    }),
  )
