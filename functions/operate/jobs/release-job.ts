import { SendMessageCommand } from '@aws-sdk/client-sqs'
import type { PipelineClients } from '../pipeline-clients.ts'

/**
 * Lets a parked job go on, whatever the budget says. Asked through the queue of dropped files, so that `start` with its
 * own rights does it. Gives the job's id.
 */
export async function releaseJob(
  { sqs, at }: Pick<PipelineClients, 'sqs' | 'at'>,
  job: string,
): Promise<string> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: at.dropQueue,
      MessageBody: JSON.stringify({ release: job }),
    }),
  )
  return job
}
