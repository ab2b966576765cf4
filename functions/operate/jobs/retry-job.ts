import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { executionName } from '../../pipeline/core/begin/execution-name.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients, PipelineReader } from '../pipeline-clients.ts'
import { jobsSince } from './jobs-since.ts'
import { readJob } from './read-job.ts'

/** A failed job that was not tried again, or whose attempt still runs. @throws Error saying what it is instead */
export async function requireFailed(clients: PipelineReader, id: string): Promise<Job> {
  const job = await readJob(clients, id)
  if (job?.status !== 'failed') {
    throw new Error(job ? `${id} has not failed: it is ${job.status}.` : `There is no job ${id}.`)
  }
  const next = await readJob(clients, nextOf(job))
  if (next && next.status !== 'running') {
    throw new Error(`${id} was tried again as ${next.id}, which ${next.status}.`)
  }
  return job
}

/** Every failed job since then that a retry can help and that was not tried again. */
export async function retryableJobs(clients: PipelineReader, since: Date): Promise<Job[]> {
  const found: Job[] = []
  for await (const job of jobsSince(clients, since)) {
    if (job.status !== 'failed' || !job.failure?.retryable) continue
    if (!(await readJob(clients, nextOf(job)))) found.push(job)
  }
  return found
}

function nextOf({ source, recipe, attempt }: Job): string {
  return executionName(source, recipe.name, attempt + 1)
}

/**
 * Begins a deliberate new attempt at a failed job, with `changes` laid over its recipe (JSON), and gives its id. Asked
 * through the queue of dropped files, so that `start` with its own rights does the beginning.
 */
export async function retryJob(
  { sqs, at }: Pick<PipelineClients, 'sqs' | 'at'>,
  job: Job,
  changes?: string,
): Promise<string> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: at.dropQueue,
      MessageBody: JSON.stringify({ retry: job.id, overrides: changes }),
    }),
  )
  return nextOf(job)
}
