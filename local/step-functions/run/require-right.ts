import type { Access } from '../../iam/access.ts'
import type { Caller } from '../../iam/caller.ts'
import { ownMachine } from './own-machine.ts'

/** A state machine may not do what one of its states does. The message is that of AWS. */
export class RightMissing extends Error {
  override readonly name = 'RightMissing'
}

/**
 * Requires that a state machine may do something, by its ARN, with or without the label of a distributed map.
 * @throws RightMissing
 */
export type RequireRight = (machineArn: string, action: string, resource: string) => void

/** The check against the roles of state machines. A machine without a role may do everything. */
export function createRightCheck(access: Access, roles: ReadonlyMap<string, Caller>): RequireRight {
  return (machineArn, action, resource) => {
    const caller = roles.get(ownMachine(machineArn))
    if (!caller) return
    const denied = access.firstDenied(caller, [{ action, resource, context: {} }])
    if (denied) throw new RightMissing(denied.message)
  }
}
