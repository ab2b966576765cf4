import { endingDeps } from '../ending-deps.ts'
import { stepHandler } from '../step-handler.ts'
import { type ExecutionEnded, isExecutionEnded } from './ended-execution.ts'
import { recordEndedExecution } from './record-ended-execution.ts'
import { type RecordFailureInput, recordFailure } from './record-failure.ts'

const deps = endingDeps()

/** The state RecordFailure, and EventBridge's word of executions that ended without reaching it. */
export const handler = stepHandler(async (input: RecordFailureInput | ExecutionEnded) =>
  isExecutionEnded(input) ? recordEndedExecution(input, deps) : recordFailure(input, deps),
)
