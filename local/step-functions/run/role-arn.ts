import type { MachineRow } from '../store/machines.ts'
import type { Engine } from './engine.ts'

/** The ARN of a state machine's role. One that was created without a role shows a role of its own name. */
export function roleArnOf(
  { roles, account }: Engine,
  { arn, name }: Pick<MachineRow, 'arn' | 'name'>,
): string {
  const role = roles.get(arn)
  return role?.kind === 'role' ? role.roleArn : `arn:aws:iam::${account}:role/${name}`
}
