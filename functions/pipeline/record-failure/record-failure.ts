import type { Failure } from '../../../catalog/failure.ts'
import { type DeliverDeps, writeReceipt } from '../deliver/deliver.ts'
import { receiptOf, type Trail } from '../deliver/receipt.ts'
import { failureFrom } from './failure-from.ts'

export type RecordFailureInput = {
  job: string
  /** The state that failed. */
  state: string
  error: { Error?: string; Cause?: string }
  trail?: Trail
}

export type RecordFailureDeps = Pick<
  DeliverDeps,
  'jobs' | 'objects' | 'announce' | 'resultsBucket' | 'now'
>

/**
 * Ends a job with what failed, where and why, files the receipt and tells whoever listens. Harmless when the job has
 * ended already: a terminal record never changes.
 */
export const recordFailure = async (
  input: RecordFailureInput,
  deps: RecordFailureDeps,
): Promise<{ job: string; code: Failure['code'] } | undefined> => {
  const job = await deps.jobs.get(input.job)
  if (!job || job.status === 'succeeded') return undefined

  const { code, message, retryable } = failureFrom(
    input.error.Error ?? 'JobFailed',
    input.error.Cause,
  )
  const failure = job.failure ?? { code, message, state: input.state, retryable }
  const finishedAt = job.finishedAt ?? new Date(deps.now()).toISOString()
  const first = await deps.jobs.finish(job.id, { status: 'failed', finishedAt, failure })
  // A record that ended between the read and the write keeps its ending; only its own writer tells of it.
  if (!first && job.status === 'running') return undefined

  const receipt = receiptOf(job, {
    status: 'failed',
    finishedAt,
    failure,
    steps: input.trail ?? [],
  })
  await writeReceipt(receipt, deps)
  await deps.announce(receipt)
  return { job: job.id, code: failure.code }
}
