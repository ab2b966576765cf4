import { dynamoJobs } from '../../pipeline/core/adapters/dynamo-jobs.ts'
import type { Job, ParkedCursor } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** The jobs that wait for a day's budget, the oldest first. */
export async function* parkedJobs({
  db,
  at,
}: Pick<PipelineClients, 'db' | 'at'>): AsyncGenerator<Job> {
  const jobs = dynamoJobs(db, at.jobsTable)
  let after: ParkedCursor | undefined
  do {
    const page = await jobs.listParked(after)
    yield* page.jobs
    after = page.after
  } while (after)
}
