import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dayOf, jobsOfDay } from './jobs-of-day.ts'

/** What jobs are asked for by: each is in one of these states. */
export type JobState = ReturnType<typeof outcomeOf<Job['status']>>

/** Which jobs are asked for; none before `since`. */
export type JobFilter = {
  limit: number
  since: Date
  /** @default any */
  states?: readonly JobState[] | undefined
  recipe?: string | undefined
}

/** The latest jobs that pass a filter, newest first, day by day and page by page through the index `byDay`. */
export async function listJobs(clients: PipelineClients, filter: JobFilter): Promise<Job[]> {
  const found: Job[] = []
  const { limit, since, states, recipe } = filter
  for (let day = dayOf(Date.now()); day >= dayOf(since.getTime()); day--) {
    for await (const job of jobsOfDay(clients, day, since, { newestFirst: true })) {
      if (states && !states.includes(outcomeOf(job))) continue
      if (recipe !== undefined && job.recipe.name !== recipe) continue
      found.push(job)
      if (found.length >= limit) return found
    }
  }
  return found
}
