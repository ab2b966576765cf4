import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'
import type { MachineRow } from '../store/machines.ts'
import type { MapRunRow } from '../store/map-runs.ts'
import { isToken, type TokenRow } from '../store/tokens.ts'
import { ApiError } from './api-error.ts'

const executionArnFormat = /^arn:aws[\w-]*:states:[\w-]+:\d{12}:execution:[^:]{1,161}:[^:]{1,80}$/

/** An execution by its ARN. Throws InvalidArn or ExecutionDoesNotExist. */
export function findExecution({ store }: Engine, arn: string): ExecutionRow {
  if (!executionArnFormat.test(arn)) throw new ApiError('InvalidArn', `Invalid Arn: '${arn}'`)
  const row = store.executions.find(arn)
  if (row === undefined)
    throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
  return row
}

const machineArnFormat = /^arn:aws[\w-]*:states:[\w-]+:\d{12}:stateMachine:[^:]{1,80}$/

/** A state machine by its ARN. Throws InvalidArn or StateMachineDoesNotExist. */
export function findMachine({ store }: Engine, arn: string): MachineRow {
  if (!machineArnFormat.test(arn)) throw new ApiError('InvalidArn', `Invalid Arn: '${arn}'`)
  const machine = store.machines.find(arn)
  if (machine === undefined)
    throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`)
  return machine
}

/**
 * A task token that can still be answered. Throws InvalidToken for text that is no token, TaskDoesNotExist for a
 * token that was never issued, and TaskTimedOut for one that was answered, replaced by a newer one, or is past its
 * deadline.
 */
export function findToken({ store, clock }: Engine, token: string): TokenRow {
  if (!isToken(token)) throw new ApiError('InvalidToken', `Invalid Token: 'Invalid token'`)
  const row = store.tokens.find(token)
  if (row === undefined)
    throw new ApiError('TaskDoesNotExist', 'Task Does Not Exist: no task has this token')
  const late = Math.min(row.timeoutAt ?? Infinity, row.heartbeatAt ?? Infinity) <= clock.now()
  if (!row.open || row.outcome !== null || late)
    throw new ApiError('TaskTimedOut', `Task Timed Out: 'Provided task does not exist anymore'`)
  return row
}

/** A map run by its ARN. Throws ResourceNotFound. */
export function findMapRun({ store }: Engine, arn: string): MapRunRow {
  const row = store.mapRuns.find(arn)
  if (row === undefined) throw new ApiError('ResourceNotFound', `Resource not found: '${arn}'`)
  return row
}
