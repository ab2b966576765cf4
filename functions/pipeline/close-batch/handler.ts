import { isExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { stepHandler } from '../core/steps/step-handler.ts'
import { batches, batchObjects, resultsLocation } from '../core/wiring.ts'
import { type CloseBatchInput, closeBatch } from './close-batch.ts'
import { type BatchExecutionEvent, closeEndedBatch } from './close-ended-batch.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  results: resultsLocation(),
  now: Date.now,
}

/** The state CloseBatch, and EventBridge's events of executions that ended without success or were redriven. */
export const handler = stepHandler(async (input: CloseBatchInput | BatchExecutionEvent) =>
  isExecutionEndedEvent(input) ? await closeEndedBatch(input, deps) : await closeBatch(input, deps),
)
