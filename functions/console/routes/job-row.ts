import type { JobRow } from '../../../catalog/console/wire.ts'
import { estimateCost } from '../../pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'

/** A job as lists show it. */
export function jobRow(job: Job): JobRow {
  const { id, status, createdAt, finishedAt, source, recipe, attempt, failure, parked } = job
  return {
    id,
    status,
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
