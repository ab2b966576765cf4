import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Queue } from '../ports/queue.ts'

/**
 * A queue in SQS whose messages are JSON. The messages of an account are a group unless they name one: SQS delivers
 * those of others first while a group takes most of the receivers' time (Developer Guide, "Amazon SQS fair queues").
 */
export function sqsQueue<
  Message extends { account?: string | undefined; group?: string | undefined },
>(sqs: SQSClient, url: string): Queue<Message> {
  return {
    async send(message, delaySeconds = 0) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify(message),
          DelaySeconds: delaySeconds,
          MessageGroupId: message.group ?? message.account,
        }),
      )
    },
  }
}
