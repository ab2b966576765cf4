import type { ExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { type CloseBatchDeps, type CloseBatchInput, closeBatch } from './close-batch.ts'

/** EventBridge's event of a batch's execution that was stopped, ran out of time or was redriven. */
export type BatchExecutionEvent = ExecutionEndedEvent & { detail: { redriveCount?: number } }

/** Closes the batch of an execution that no Catch could close, and opens it again where it goes on. */
export async function closeEndedBatch(
  { detail: { name, status, redriveCount = 0 } }: BatchExecutionEvent,
  deps: CloseBatchDeps,
): Promise<void> {
  if (status !== 'RUNNING') await closeBatch(failedInput(name, status, redriveCount), deps)
  else if (redriveCount > 0) await deps.batches.reopen(name, redriveCount)
}

function failedInput(batch: string, status: string, redrives: number): CloseBatchInput {
  return {
    batch,
    redrives,
    failure: { Error: status === 'TIMED_OUT' ? 'BatchTimedOut' : 'BatchAborted' },
  }
}
