import type { ExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { type RecordFailureDeps, type RecordFailureInput, recordFailure } from './record-failure.ts'

/** The failure codes of executions that ended outside their own states, by status. */
const ERRORS: Record<string, string> = { TIMED_OUT: 'JobTimedOut', ABORTED: 'JobAborted' }

/**
 * The failure to record for an execution that ended outside its own states. An execution that times out or is stopped
 * runs no Catch, so only EventBridge reports its end.
 */
function failureOfExecution({ detail }: ExecutionEndedEvent): RecordFailureInput {
  const own = ERRORS[detail.status]
  return {
    job: detail.name,
    state: 'Execution',
    error: own
      ? { Error: own }
      : { Error: detail.error ?? 'JobFailed', ...(detail.cause && { Cause: detail.cause }) },
  }
}

/**
 * Records the failure of an execution that none of its own states recorded. A recorded and announced one stays as it
 * is.
 */
export async function recordEndedExecution(
  event: ExecutionEndedEvent,
  deps: RecordFailureDeps,
): Promise<void> {
  await recordFailure(failureOfExecution(event), deps)
}
