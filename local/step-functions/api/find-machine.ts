import type { Engine } from '../run/engine.ts'
import type { MachineRow } from '../store/machines.ts'
import { Fault } from './fault.ts'

const form = /^arn:aws[\w-]*:states:[\w-]+:\d{12}:stateMachine:[^:]{1,80}$/

/** A state machine by its ARN. Throws InvalidArn or StateMachineDoesNotExist. */
export function findMachine({ store }: Engine, arn: string): MachineRow {
  if (!form.test(arn)) throw new Fault('InvalidArn', `Invalid Arn: '${arn}'`)
  const machine = store.machines.find(arn)
  if (machine === undefined)
    throw new Fault('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`)
  return machine
}
