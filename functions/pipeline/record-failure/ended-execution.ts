import type { RecordFailureInput } from './record-failure.ts'

/** EventBridge's word that an execution ended otherwise than by success. */
export type ExecutionEnded = {
  'detail-type': 'Step Functions Execution Status Change'
  detail: { name: string; status: string; error?: string | null; cause?: string | null }
}

/** How each status reads in our table, for an execution that no state of its own could record. */
const ERRORS: Record<string, string> = { TIMED_OUT: 'JobTimedOut', ABORTED: 'JobAborted' }

export const isExecutionEnded = (event: unknown): event is ExecutionEnded =>
  (event as ExecutionEnded | null)?.['detail-type'] === 'Step Functions Execution Status Change'

/**
 * The failure to record for an execution that ended outside its own states: an execution's total time or an
 * operator's stop runs no Catch, so its end is heard from outside.
 */
export const endedExecution = ({ detail }: ExecutionEnded): RecordFailureInput => {
  const own = ERRORS[detail.status]
  return {
    job: detail.name,
    state: 'Execution',
    error: own
      ? { Error: own }
      : { Error: detail.error ?? 'JobFailed', ...(detail.cause && { Cause: detail.cause }) },
  }
}
