import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Sends a message to a queue, to be delivered after so many seconds. */
export function sqsSendAgain(sqs: Pick<SQSClient, 'send'>, QueueUrl: string) {
  return async (MessageBody: string, delaySeconds: number): Promise<void> => {
    const DelaySeconds = Math.ceil(delaySeconds)
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }))
  }
}
