import type { EndJobDeps } from '../jobs/end-job.ts'
import { type ExecutionEndedEvent, failureOfExecution } from './ended-execution.ts'
import { recordFailure } from './record-failure.ts'

/** Records the end of an execution that none of its own states could record; what is on record and told stays silent. */
export async function recordEndedExecution(
  event: ExecutionEndedEvent,
  deps: EndJobDeps,
): Promise<void> {
  await recordFailure(failureOfExecution(event), deps)
}
