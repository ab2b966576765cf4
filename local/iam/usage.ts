import type { Caller } from './caller.ts'
import type { Right } from './compile-policy.ts'

/** A right that allowed a request. `by` is the ARN of the role, or the name of the service. */
export type UsedRight = Right & { readonly by: string }

/** Counts which rights were used. */
export function createUsage(): {
  count(caller: Caller, right: Right): void
  list(): UsedRight[]
} {
  const used = new Map<string, UsedRight>()
  return {
    count: (caller, right) => {
      const by =
        caller.kind === 'role' ? caller.roleArn : caller.kind === 'service' ? caller.service : ''
      const key = `${by} ${right.policy} ${right.action} ${right.resource}`
      if (!used.has(key)) used.set(key, { by, ...right })
    },
    list: () => [...used.values()],
  }
}
