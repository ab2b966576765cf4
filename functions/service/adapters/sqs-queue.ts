import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Queue } from '../ports/queue.ts'

/** A queue in SQS whose messages are JSON. */
export function sqsQueue<Message>(sqs: SQSClient, url: string): Queue<Message> {
  return {
    async send(message, delaySeconds = 0) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify(message),
          DelaySeconds: delaySeconds,
        }),
      )
    },
  }
}
