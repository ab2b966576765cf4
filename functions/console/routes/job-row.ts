import type { JobRow } from '../../../catalog/console/wire.ts'
import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'
import { estimateCost, type Job } from '../../operate/pipeline-records.ts'

/** A job as lists show it. */
export function jobRow(job: Job): JobRow {
  const { id, createdAt, finishedAt, source, recipe, attempt, parked, refused } = job
  const failure =
    job.failure ?? (refused && { ...refused, message: refused.words, retryable: false })
  return {
    id,
    status: outcomeOf(job),
    createdAt,
    ...(finishedAt !== undefined && { finishedAt }),
    key: source.key,
    size: source.size,
    recipe: recipe.name,
    attempt,
    batched: job.batched === true,
    ...(failure && {
      failure: { code: failure.code, message: failure.message, retryable: failure.retryable },
    }),
    ...(parked && { parked: { reason: parked.reason, until: parked.until } }),
    ...(finishedAt !== undefined && { units: estimateCost(job).units }),
    results: (job.results ?? []).map((_, at) => `result-${at}`),
  }
}
