import type { Receipt } from '../../../catalog/receipt.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job } from '../jobs/job.ts'
import { NO_TRAIL } from '../jobs/trail.ts'
import { transferOf } from '../steps/transfer-of.ts'

/**
 * The receipt of a job that ended. Everything in it stands in the job's record, so whoever writes it, and however
 * often, writes the same.
 */
export const receiptOf = (job: Job): Receipt => {
  const { name, sha256, overrides } = job.recipe
  const { steps, states } = job.trail ?? NO_TRAIL
  const finishedAt = job.finishedAt ?? job.createdAt
  return {
    job: job.id,
    status: job.status === 'succeeded' ? 'succeeded' : 'failed',
    attempt: job.attempt,
    source: job.source,
    recipe: { name, ...(sha256 && { sha256 }), ...(overrides && { overrides }) },
    ...(job.recipe.plan && { transfer: transferOf(job.recipe.plan, job.source.key) }),
    steps,
    results: job.results ?? [],
    ...(job.failure && { failure: job.failure }),
    createdAt: job.createdAt,
    finishedAt,
    elapsedMs: Date.parse(finishedAt) - Date.parse(job.createdAt),
    states,
    cost: estimateCost(job),
  }
}

/** Where a job's receipt lies in the results bucket. */
export const receiptKey = (job: string, prefix = 'results/'): string =>
  `${prefix}${job}/receipt.json`
