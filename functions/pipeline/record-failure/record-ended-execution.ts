import type { EndJobDeps } from '../jobs/end-job.ts'
import { type ExecutionEnded, endedExecution } from './ended-execution.ts'
import { recordFailure } from './record-failure.ts'

/** Records the end of an execution that none of its own states could record; what is on record and told stays silent. */
export const recordEndedExecution = async (
  event: ExecutionEnded,
  deps: EndJobDeps,
): Promise<void> => {
  await recordFailure(endedExecution(event), deps)
}
