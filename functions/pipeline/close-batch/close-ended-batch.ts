import type { ExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { type CloseBatchDeps, closeBatch } from './close-batch.ts'

/** EventBridge's event of a batch's execution that failed, was stopped, ran out of time or was redriven. */
export type BatchExecutionEvent = ExecutionEndedEvent & { detail: { redriveCount?: number } }

/**
 * Closes the batch of an execution that ended without its record saying so: no Catch could close it, or the function
 * that closed it failed. One whose record says that it succeeded fails too, because the answer never reached the
 * execution. Opens a batch again where its execution goes on.
 */
export async function closeEndedBatch(
  { detail }: BatchExecutionEvent,
  deps: CloseBatchDeps,
): Promise<void> {
  const { name, status, redriveCount = 0 } = detail
  if (status === 'RUNNING') {
    if (redriveCount > 0) await deps.batches.reopen(name, redriveCount)
    return
  }
  const record = await deps.batches.get(name)
  if (record?.status === 'failed' && (record.redrives ?? 0) >= redriveCount) return
  await closeBatch({ batch: name, redrives: redriveCount, failure: failureIn(detail) }, deps)
}

function failureIn({ status, error, cause }: BatchExecutionEvent['detail']) {
  if (status === 'TIMED_OUT') return { Error: 'BatchTimedOut' }
  if (status === 'ABORTED') return { Error: 'BatchAborted' }
  return { ...(error && { Error: error }), ...(cause && { Cause: cause }) }
}
