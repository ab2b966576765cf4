import { env } from '../../env.ts'
import { announce, jobs, objects } from '../adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { type ExecutionEnded, isExecutionEnded } from './ended-execution.ts'
import { recordEndedExecution } from './record-ended-execution.ts'
import { type RecordFailureInput, recordFailure } from './record-failure.ts'

const deps = {
  jobs: jobs(),
  objects: objects(),
  announce: announce(),
  resultsBucket: env('RESULTS_BUCKET'),
  resultsPrefix: env('RESULTS_PREFIX'),
  now: Date.now,
}

/** The state RecordFailure, and EventBridge's word of executions that ended without reaching it. */
export const handler = stepHandler(async (input: RecordFailureInput | ExecutionEnded) =>
  isExecutionEnded(input) ? recordEndedExecution(input, deps) : recordFailure(input, deps),
)
