import { type ExecutionEnded, endedExecution } from './ended-execution.ts'
import { type RecordFailureDeps, recordFailure } from './record-failure.ts'

/** Records the end of an execution that none of its own states could record; one that is on record stays silent. */
export const recordEndedExecution = async (
  event: ExecutionEnded,
  deps: RecordFailureDeps,
): Promise<void> => {
  const input = endedExecution(event)
  const job = await deps.jobs.get(input.job)
  if (job?.status === 'running') await recordFailure(input, deps)
}
