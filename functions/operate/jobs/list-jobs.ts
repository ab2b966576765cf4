import type { JobState } from '../../pipeline/core/lists/job-lists.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { pageOfJobs } from './page-of-jobs.ts'

/** Which jobs are asked for; none before `since`. */
export type JobFilter = {
  limit: number
  since: Date
  /** @default any */
  states?: readonly JobState[] | undefined
  recipe?: string | undefined
}

/** The latest jobs that pass a filter, newest first, page by page. */
export async function listJobs(
  clients: Pick<PipelineClients, 'db' | 'at'>,
  { states, ...filter }: JobFilter,
): Promise<Job[]> {
  if (states === undefined) return listOf(clients, filter)
  const lists = await Promise.all(states.map((state) => listOf(clients, { ...filter, state })))
  return lists
    .flat()
    .sort((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1))
    .slice(0, filter.limit)
}

async function listOf(
  clients: Pick<PipelineClients, 'db' | 'at'>,
  { limit, since, ...filter }: Omit<JobFilter, 'states'> & { state?: JobState },
): Promise<Job[]> {
  const found: Job[] = []
  let before: string | undefined
  do {
    const asked = { ...filter, before, since: since.toISOString() }
    const page = await pageOfJobs(clients, { ...asked, limit: Math.min(200, limit - found.length) })
    found.push(...page.jobs)
    before = page.next
  } while (before !== undefined && found.length < limit)
  return found
}

function placeOf({ createdAt, id }: Job): string {
  return `${createdAt}~${id}`
}
