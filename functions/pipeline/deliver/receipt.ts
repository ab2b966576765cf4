import { type CostEstimate, estimateCost } from '../cost/estimate-cost.ts'
import type { Job, JobFailure, JobResult } from '../jobs/job.ts'
import { NO_TRAIL, type TrailState, type TrailStep } from '../jobs/trail.ts'
import { transferOf } from '../steps/transfer-of.ts'

/** What stands beside every result: where it came from, what was done to it, how it ended, and what it took. */
export type Receipt = {
  job: string
  status: 'succeeded' | 'failed'
  attempt: number
  source: Job['source']
  recipe: { name: string; sha256?: string; overrides?: string }
  /** How the files travelled to the service; absent where the recipe could not be used. */
  transfer?: 'url' | 'upload'
  steps: TrailStep[]
  results: JobResult[]
  failure?: JobFailure
  createdAt: string
  finishedAt: string
  elapsedMs: number
  /** Every state the execution left, in order. */
  states: TrailState[]
  cost: CostEstimate
}

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
