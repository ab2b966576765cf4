import { isRefusal } from '../../../catalog/failures/is-refusal.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dayOf, jobsOfDay } from './jobs-of-day.ts'

/** A status, or `refused`: the file did not suit, whether it failed its job or came back as it was. */
export type JobState = Job['status'] | 'refused'

/** Whether a job is in a state. */
export function isIn({ status, failure, refused }: Job, state: JobState): boolean {
  if (state === 'refused') return refused !== undefined || isRefusal(failure)
  return status === state
}

/** Which jobs are asked for; none before `since`. */
export type JobFilter = {
  limit: number
  since: Date
  state?: JobState | undefined
  recipe?: string | undefined
}

/** The latest jobs that pass a filter, newest first, day by day and page by page through the index `byDay`. */
export async function listJobs(clients: PipelineClients, filter: JobFilter): Promise<Job[]> {
  const found: Job[] = []
  const { limit, since, state, recipe } = filter
  for (let day = dayOf(Date.now()); day >= dayOf(since.getTime()); day--) {
    for await (const job of jobsOfDay(clients, day, since, { newestFirst: true })) {
      if (state !== undefined && !isIn(job, state)) continue
      if (recipe !== undefined && job.recipe.name !== recipe) continue
      found.push(job)
      if (found.length >= limit) return found
    }
  }
  return found
}
