import { type ExecutionEndedEvent, isExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { stepHandler } from '../core/steps/step-handler.ts'
import { batches, batchObjects, resultsLocation } from '../core/wiring.ts'
import { type CloseBatchInput, closeBatch } from './close-batch.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  results: resultsLocation(),
  now: Date.now,
}

/** The state CloseBatch, and EventBridge's events of batches that were stopped, timed out or were redriven. */
export const handler = stepHandler(async (input: CloseBatchInput | BatchExecutionEvent) => {
  if (!isExecutionEndedEvent(input)) return closeBatch(input, deps)
  const { name, status, redriveCount = 0 } = (input as BatchExecutionEvent).detail
  if (status !== 'RUNNING') return closeBatch(failedInput(name, status, redriveCount), deps)
  if (redriveCount > 0) await deps.batches.reopen(name, redriveCount)
  return undefined
})

type BatchExecutionEvent = ExecutionEndedEvent & { detail: { redriveCount?: number } }

function failedInput(batch: string, status: string, redrives: number): CloseBatchInput {
  return {
    batch,
    redrives,
    failure: { Error: status === 'TIMED_OUT' ? 'BatchTimedOut' : 'BatchAborted' },
  }
}
