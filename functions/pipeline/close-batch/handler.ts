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

/** The state CloseBatch, and EventBridge's word of batches that were stopped, ran out of time or were redriven. */
export const handler = stepHandler(async (input: CloseBatchInput | Told) => {
  if (!isExecutionEnded(input)) return closeBatch(input, deps)
  const { name, status, redriveCount = 0 } = (input as Told).detail
  if (status !== 'RUNNING') return closeBatch(ended(name, status, redriveCount), deps)
  if (redriveCount > 0) await deps.batches.reopen(name, redriveCount)
  return undefined
})

type Told = ExecutionEnded & { detail: { redriveCount?: number } }

const ended = (batch: string, status: string, redrives: number): CloseBatchInput => ({
  batch,
  redrives,
  failure: { Error: status === 'TIMED_OUT' ? 'BatchTimedOut' : 'BatchAborted' },
})
