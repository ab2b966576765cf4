import { SendMessageCommand } from '@aws-sdk/client-sqs'

import type { Job } from '../../functions/pipeline/ports/job.ts'
import { executionName } from '../../functions/pipeline/start/execution-name.ts'
import { jobsSince, parseSince } from '../jobs-since.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { pipelineCommand } from '../pipeline-command.ts'
import { readJob } from '../read-job.ts'
import { releaseJob } from './parked.ts'

type Options = { all?: true; since: string }

/** `darkroom retry JOB` or `--all`: a deliberate new attempt at what failed; a parked job is let go on. */
export function retry() {
  return pipelineCommand<Options>(
    'retry [job]',
    'try a failed job again, or all that a retry can help; let a parked one go on',
    async (clients, { all, since }, id) => {
      if (Boolean(all) === (id !== undefined)) throw new Error('Name one job, or use --all.')
      if (id !== undefined && (await readJob(clients, id))?.status === 'parked') {
        await releaseJob(clients, id)
        return { lines: [`${id} goes on`], json: [{ job: id, attempt: id }] }
      }
      const failed =
        id === undefined ? await retryable(clients, parseSince(since)) : [await read(clients, id)]
      const begun: { job: string; attempt: string }[] = []
      for (const job of failed) begun.push({ job: job.id, attempt: await ask(clients, job) })
      return {
        lines:
          begun.length > 0
            ? begun.map(({ job, attempt }) => `${job} is tried again as ${attempt}`)
            : ['There is nothing that trying again could help.'],
        json: begun,
      }
    },
  )
    .option('--all', 'every failed job a retry can help and that was not tried again')
    .option('--since <when>', 'with --all: a span like 90m, 24h or 7d, or a date', '24h')
}

async function read(clients: PipelineClients, id: string): Promise<Job> {
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

async function retryable(clients: PipelineClients, since: Date): Promise<Job[]> {
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

/** Asked through the queue of dropped files, so that `start` with its own rights does the beginning. */
async function ask({ sqs, at }: PipelineClients, job: Job): Promise<string> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: at.dropQueue,
      MessageBody: JSON.stringify({ retry: job.id }),
    }),
  )
  return nextOf(job)
}
