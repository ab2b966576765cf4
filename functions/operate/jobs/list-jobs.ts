import type { Job } from '../../pipeline/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dayOf, jobsOfDay } from './jobs-of-day.ts'

/** Which jobs are asked for; none before `since`. */
export type JobFilter = {
  limit: number
  since: Date
  state?: Job['status'] | undefined
  recipe?: string | undefined
}

/** The latest jobs that pass a filter, newest first, day by day and page by page through the index `byDay`. */
export async function listJobs(clients: PipelineClients, filter: JobFilter): Promise<Job[]> {
  const found: Job[] = []
  const { limit, since, state, recipe } = filter
  for (let day = dayOf(Date.now()); day >= dayOf(since.getTime()); day--) {
    for await (const job of jobsOfDay(clients, day, since, { newestFirst: true })) {
      if (state !== undefined && job.status !== state) continue
      if (recipe !== undefined && job.recipe.name !== recipe) continue
      found.push(job)
      if (found.length >= limit) return found
    }
  }
  return found
}
