import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Queue } from './queue.ts'

/** A queue in SQS whose messages are JSON. */
export const sqsQueue = <Message>(sqs: SQSClient, url: string): Queue<Message> => ({
  async send(message, delaySeconds = 0) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(message),
        DelaySeconds: delaySeconds,
      }),
    )
  },
})
