import type { JobEvent } from '../../../catalog/job-event.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job } from '../ports/job.ts'

/** A job of which there is something to tell: it ended, or it is parked. */
export type AnnouncedJob = Omit<Job, 'status' | 'parked'> & Pick<JobEvent, 'status' | 'parked'>

/**
 * What is told of a job. Everything in it stands in the job's record, so whoever tells it, and however often, tells the
 * same.
 */
export function eventOf(job: AnnouncedJob): JobEvent {
  const { name, sha256, overrides } = job.recipe
  const { parked, ...rest } = job
  const at = parked?.since ?? job.finishedAt ?? job.createdAt
  // What was not tried cost nothing that failing would.
  const status = job.status === 'parked' ? 'running' : job.status
  const { units, estimated, dollars } = estimateCost({ ...rest, status })
  return {
    version: 1,
    job: job.id,
    status: job.status,
    attempt: job.attempt,
    source: { ...job.source, ...job.sourceHash },
    recipe: { name, ...(sha256 && { sha256 }), ...(overrides && { overrides }) },
    results: job.results ?? [],
    ...(job.failure && { failure: job.failure }),
    ...(parked && { parked }),
    ...(job.batched && { batched: true }),
    cost: { units, estimated, dollars: dollars.total },
    createdAt: job.createdAt,
    at,
    elapsedMs: Math.max(0, Date.parse(at) - Date.parse(job.createdAt)),
  }
}
