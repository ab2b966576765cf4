import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Has a message that was delivered from a queue come back after so many seconds. */
export function sqsHide(sqs: Pick<SQSClient, 'send'>, QueueUrl: string) {
  return async (ReceiptHandle: string, seconds: number): Promise<void> => {
    const VisibilityTimeout = Math.ceil(seconds)
    await sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }),
    )
  }
}
