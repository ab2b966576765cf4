import { log } from '../../log.ts'
import type { ReadVariables } from '../core/ports/read-variables.ts'
import type { ExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { leftBehind } from './left-behind.ts'
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

export type RecordEndedDeps = RecordFailureDeps & { readVariables: ReadVariables }

/**
 * Records the failure of an execution that none of its own states recorded, with how far it came. A recorded and
 * announced one stays as it is.
 */
export async function recordEndedExecution(
  event: ExecutionEndedEvent,
  deps: RecordEndedDeps,
): Promise<void> {
  const job = await deps.jobs.get(event.detail.name)
  const left = job?.status === 'running' ? await howFar(event, deps) : {}
  await recordFailure({ ...failureOfExecution(event), ...left }, deps)
}

/** How far a job came, out of its execution's history; one whose history cannot be read ends without. */
async function howFar(
  { detail: { executionArn, name } }: ExecutionEndedEvent,
  { readVariables }: RecordEndedDeps,
): Promise<Partial<RecordFailureInput>> {
  try {
    return leftBehind(await readVariables(executionArn))
  } catch (error) {
    log.warn('How far a job came cannot be told.', { job: name, error })
    return {}
  }
}
