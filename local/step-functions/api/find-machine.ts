import type { Engine } from '../run/engine.ts'
import type { MachineRow } from '../store/machines.ts'
import { ApiError } from './api-error.ts'

const machineArnFormat = /^arn:aws[\w-]*:states:[\w-]+:\d{12}:stateMachine:[^:]{1,80}$/

/** A state machine by its ARN. Throws InvalidArn or StateMachineDoesNotExist. */
export function findMachine({ store }: Engine, arn: string): MachineRow {
  if (!machineArnFormat.test(arn)) throw new ApiError('InvalidArn', `Invalid Arn: '${arn}'`)
  const machine = store.machines.find(arn)
  if (machine === undefined)
    throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`)
  return machine
}
