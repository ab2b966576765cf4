import type { Job, JobFailure, JobResult } from '../jobs/job.ts'

/** What the workflow noted of one step: its detection, whom it chose and why, and the effect tasks. */
export type Trail = {
  feature: string
  detection: string | null
  tasks: TrailTask[]
}[]

/** One effect task of a step, or why it could not be created. */
export type TrailTask = {
  index: number
  why?: string
  taskId?: string
  status?: 'success' | 'error'
  failure?: { Error?: string; Cause?: string }
}

/** What stands beside every result: where it came from, what was done to it, and how it ended. */
export type Receipt = {
  job: string
  status: 'succeeded' | 'failed'
  source: Job['source']
  recipe: { name: string; sha256?: string }
  steps: Trail
  results: JobResult[]
  failure?: JobFailure
  createdAt: string
  finishedAt: string
  elapsedMs: number
}

/** The receipt of a job that just ended. */
export const receiptOf = (
  job: Job,
  ending: Pick<Receipt, 'status' | 'finishedAt'> & Partial<Receipt>,
): Receipt => {
  const { name, sha256 } = job.recipe
  return {
    job: job.id,
    status: ending.status,
    source: job.source,
    recipe: { name, ...(sha256 && { sha256 }) },
    steps: ending.steps ?? [],
    results: ending.results ?? [],
    ...(ending.failure && { failure: ending.failure }),
    createdAt: job.createdAt,
    finishedAt: ending.finishedAt,
    elapsedMs: Date.parse(ending.finishedAt) - Date.parse(job.createdAt),
  }
}

/** Where a job's receipt lies in the results bucket. */
export const receiptKey = (job: string): string => `results/${job}/receipt.json`
