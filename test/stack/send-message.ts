import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Run } from './start-run.ts'

/** The SQS client of a run. */
export function sqsOf({ stacks: { endpoints, region, credentials } }: Run): SQSClient {
  return new SQSClient({ endpoint: endpoints.sqs, region, credentials })
}

/** Sends up to ten messages to a queue of the stacks, named by its construct path, in one request. */
export async function sendMessages(run: Run, queue: string, bodies: string[]): Promise<void> {
  const { Failed = [] } = await sqsOf(run).send(
    new SendMessageBatchCommand({
      QueueUrl: run.stacks.resource(queue).ref,
      Entries: bodies.map((MessageBody, at) => ({ Id: String(at), MessageBody })),
    }),
  )
  if (Failed.length > 0) throw new Error(`The queue did not take ${Failed.length} messages.`)
}
