import { batches, batchObjects, resultsPlace } from '../batches/batch-adapters.ts'
import { type ExecutionEnded, isExecutionEnded } from '../record-failure/ended-execution.ts'
import { stepHandler } from '../step-handler.ts'
import { type CloseBatchInput, closeBatch } from './close-batch.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  results: resultsPlace(),
  now: Date.now,
}

/** The state CloseBatch, and EventBridge's word of batches that were stopped or ran out of time. */
export const handler = stepHandler((input: CloseBatchInput | ExecutionEnded) =>
  closeBatch(isExecutionEnded(input) ? ended(input) : input, deps),
)

const ended = ({ detail }: ExecutionEnded): CloseBatchInput => ({
  batch: detail.name,
  failure: { Error: detail.status === 'TIMED_OUT' ? 'BatchTimedOut' : 'BatchAborted' },
})
