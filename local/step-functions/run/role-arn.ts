import type { Engine } from './engine.ts'
import { ownMachine } from './own-machine.ts'

/** The ARN of a state machine's role. One that was created without a role shows a role of its own name. */
export function roleArnOf({ roles, account }: Engine, machineArn: string): string {
  const own = ownMachine(machineArn)
  const role = roles.get(own)
  return role?.kind === 'role'
    ? role.roleArn
    : `arn:aws:iam::${account}:role/${own.slice(own.lastIndexOf(':') + 1)}`
}
