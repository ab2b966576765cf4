/** What somebody who signed in may do: each may do what the ones before may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** Whether `held` may do what asks for `asked`. */
export function mayAct(held: Role, asked: Role): boolean {
  return ROLES.indexOf(held) >= ROLES.indexOf(asked)
}
