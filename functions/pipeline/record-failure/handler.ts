import { type ExecutionEndedEvent, isExecutionEndedEvent } from '../core/steps/ended-execution.ts'
import { stepHandler } from '../core/steps/step-handler.ts'
import { download, endJobDeps, provider, variables } from '../core/wiring.ts'
import { recordEndedExecution } from './record-ended-execution.ts'
import { type RecordFailureInput, recordFailure } from './record-failure.ts'

const deps = {
  ...endJobDeps(),
  provider: provider(),
  download: download(),
  readVariables: variables(),
}

/** The state RecordFailure, and EventBridge's events of executions that ended without reaching it. */
export const handler = stepHandler(async (input: RecordFailureInput | ExecutionEndedEvent) =>
  isExecutionEndedEvent(input) ? recordEndedExecution(input, deps) : recordFailure(input, deps),
)
