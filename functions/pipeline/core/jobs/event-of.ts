import type { JobEvent } from '../../../../catalog/jobs/job-event.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job } from '../ports/job.ts'

/** A job that has ended or is parked. */
export type AnnouncedJob = Omit<Job, 'status' | 'parked'> & Pick<JobEvent, 'status' | 'parked'>

/**
 * The event that announces a job. It is made from the job's record alone, so every repetition is the same.
 */
export function eventOf(job: AnnouncedJob): JobEvent {
  const { name, sha256, overrides, changes } = job.recipe
  const { parked, ...rest } = job
  const at = parked?.since ?? job.finishedAt ?? job.createdAt
  // A parked job has cost none of the transitions that a failure adds.
  const status = job.status === 'parked' ? 'running' : job.status
  const { units, estimated, dollars } = estimateCost({ ...rest, status })
  return {
    version: 1,
    job: job.id,
    status: job.status,
    attempt: job.attempt,
    source: { ...job.source, ...job.sourceHash },
    recipe: {
      name,
      ...(sha256 && { sha256 }),
      ...(overrides && { overrides }),
      ...(changes && { changes }),
    },
    results: job.results ?? [],
    ...(job.failure && { failure: job.failure }),
    ...(job.refused && { refused: job.refused }),
    ...(parked && { parked }),
    ...(job.batched && { batched: true }),
    cost: { units, estimated, dollars: dollars.total },
    createdAt: job.createdAt,
    at,
    elapsedMs: Math.max(0, Date.parse(at) - Date.parse(job.createdAt)),
  }
}
