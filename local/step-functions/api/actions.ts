import type { Engine } from '../run/engine.ts'
import { describeExecution } from './describe-execution.ts'
import { describeMapRun } from './describe-map-run.ts'
import { describeStateMachine } from './describe-state-machine.ts'
import { getExecutionHistory } from './get-execution-history.ts'
import { listExecutions } from './list-executions.ts'
import { listMapRuns } from './list-map-runs.ts'
import { listStateMachines } from './list-state-machines.ts'
import { redriveExecution } from './redrive-execution.ts'
import { sendTaskFailure } from './send-task-failure.ts'
import { sendTaskHeartbeat } from './send-task-heartbeat.ts'
import { sendTaskSuccess } from './send-task-success.ts'
import { startExecution } from './start-execution.ts'
import { stopExecution } from './stop-execution.ts'

/** Answers one action of the API. Throws ApiError. */
export type Action = (engine: Engine, body: unknown) => object

/**
 * The actions this endpoint has, by the name after the dot of `x-amz-target` (Step Functions API Reference,
 * "Actions").
 */
export const actions = new Map<string, Action>([
  ['StartExecution', startExecution],
  ['DescribeExecution', describeExecution],
  ['ListExecutions', listExecutions],
  ['GetExecutionHistory', getExecutionHistory],
  ['StopExecution', stopExecution],
  ['RedriveExecution', redriveExecution],
  ['SendTaskSuccess', sendTaskSuccess],
  ['SendTaskFailure', sendTaskFailure],
  ['SendTaskHeartbeat', sendTaskHeartbeat],
  ['ListMapRuns', listMapRuns],
  ['DescribeMapRun', describeMapRun],
  ['DescribeStateMachine', describeStateMachine],
  ['ListStateMachines', listStateMachines],
])
