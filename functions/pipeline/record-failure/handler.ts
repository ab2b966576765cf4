import { endingDeps } from '../ending-deps.ts'
import { stepHandler } from '../step-handler.ts'
import { type ExecutionEndedEvent, isExecutionEndedEvent } from './ended-execution.ts'
import { recordEndedExecution } from './record-ended-execution.ts'
import { type RecordFailureInput, recordFailure } from './record-failure.ts'

const deps = endingDeps()

/** The state RecordFailure, and EventBridge's word of executions that ended without reaching it. */
export const handler = stepHandler(async (input: RecordFailureInput | ExecutionEndedEvent) =>
  isExecutionEndedEvent(input) ? recordEndedExecution(input, deps) : recordFailure(input, deps),
)
