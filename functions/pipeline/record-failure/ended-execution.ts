import type { EndJobDeps } from '../jobs/end-job.ts'
import { type RecordFailureInput, recordFailure } from './record-failure.ts'

/** EventBridge's word that an execution ended otherwise than by success. */
export type ExecutionEndedEvent = {
  'detail-type': 'Step Functions Execution Status Change'
  detail: { name: string; status: string; error?: string | null; cause?: string | null }
}

/** How each status reads in our table, for an execution that no state of its own could record. */
const ERRORS: Record<string, string> = { TIMED_OUT: 'JobTimedOut', ABORTED: 'JobAborted' }

export function isExecutionEndedEvent(event: unknown): event is ExecutionEndedEvent {
  return (
    (event as ExecutionEndedEvent | null)?.['detail-type'] ===
    'Step Functions Execution Status Change'
  )
}

/**
 * The failure to record for an execution that ended outside its own states: an execution's total time or an
 * operator's stop runs no Catch, so its end is heard from outside.
 */
export function failureOfExecution({ detail }: ExecutionEndedEvent): RecordFailureInput {
  const own = ERRORS[detail.status]
  return {
    job: detail.name,
    state: 'Execution',
    error: own
      ? { Error: own }
      : { Error: detail.error ?? 'JobFailed', ...(detail.cause && { Cause: detail.cause }) },
  }
}

/** Records the end of an execution that none of its own states could record; what is on record and told stays silent. */
export async function recordEndedExecution(
  event: ExecutionEndedEvent,
  deps: EndJobDeps,
): Promise<void> {
  await recordFailure(failureOfExecution(event), deps)
}
