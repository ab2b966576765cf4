import { Failure } from '../../../catalog/failures/failure.ts'
import { readJob } from '../../operate/jobs/read-job.ts'
import type { Job } from '../../operate/pipeline-records.ts'
import type { RouteDeps } from './route.ts'

/** What the ids of jobs look like: `job-`, a hash, and the number of a new attempt. */
export const JOB_ID = /^job-[0-9a-f]{40}(?:-[1-9]\d{0,4})?$/

/** @throws Failure InvalidParameters for what is no id, NotFound */
export async function requireJob(
  { id = '' }: Readonly<Record<string, string>>,
  { pipeline }: RouteDeps,
): Promise<Job> {
  if (!JOB_ID.test(id)) {
    throw new Failure(
      'InvalidParameters',
      'id must be a job’s: job- and 40 hexadecimal digits, and -1, -2, … for a new attempt.',
    )
  }
  const job = await readJob(pipeline, id)
  if (!job) throw new Failure('NotFound', `There is no job ${id}.`)
  return job
}
