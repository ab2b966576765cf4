import type { JobEvent } from '../../../catalog/job-event.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job } from './job.ts'

/** A job of which there is something to tell: it ended, or it is parked. */
export type ToldJob = Omit<Job, 'status'> & { status: JobEvent['status'] } & Pick<
    JobEvent,
    'parked'
  >

/**
 * What is told of a job. Everything in it stands in the job's record, so whoever tells it, and however often, tells the
 * same. `at` is when it ended or, for a parked one, was parked.
 */
export const eventOf = (job: ToldJob, at = job.finishedAt ?? job.createdAt): JobEvent => {
  const { name, sha256, overrides } = job.recipe
  // Nothing was spent yet on a parked job, nor on what it will be.
  const status = job.status === 'parked' ? 'running' : job.status
  const { units, dollars } = estimateCost({ ...job, status })
  return {
    version: 1,
    job: job.id,
    status: job.status,
    attempt: job.attempt,
    source: job.source,
    recipe: { name, ...(sha256 && { sha256 }), ...(overrides && { overrides }) },
    results: job.results ?? [],
    ...(job.failure && { failure: job.failure }),
    ...(job.parked && { parked: job.parked }),
    cost: { units, dollars: dollars.total },
    createdAt: job.createdAt,
    at,
    elapsedMs: Math.max(0, Date.parse(at) - Date.parse(job.createdAt)),
  }
}
