import { type Caller, describeCaller } from './caller.ts'
import type { AccessRequest, CompiledStatement, PolicyKind, Right } from './compile-policy.ts'

/** The policies that a request is decided by: those of the caller and those of the resource. */
export type Policies = Readonly<Record<PolicyKind, readonly CompiledStatement[]>>

/** Whether a request is allowed, and by which right, or by which kind of policy it is denied. */
export type Decision =
  | { readonly allowed: true; readonly kind: PolicyKind; readonly right: Right }
  | { readonly allowed: false; readonly deniedBy: PolicyKind | undefined }

const KINDS: readonly PolicyKind[] = ['identity', 'resource']

/**
 * Decides a request within one account (IAM User Guide, "Policy evaluation logic", "How AWS enforcement code logic
 * evaluates requests to allow or deny access"): everything is denied at first; an explicit deny of any policy is final;
 * otherwise one allow is enough, be it of the caller's policies or of the resource's.
 */
export function decide(caller: Caller, request: AccessRequest, policies: Policies): Decision {
  for (const kind of KINDS) {
    if (findRight(policies[kind], false, request, caller)) return { allowed: false, deniedBy: kind }
  }
  for (const kind of KINDS) {
    const right = findRight(policies[kind], true, request, caller)
    if (right) return { allowed: true, kind, right }
  }
  return { allowed: false, deniedBy: undefined }
}

function findRight(
  statements: readonly CompiledStatement[],
  allows: boolean,
  request: AccessRequest,
  caller: Caller,
): Right | undefined {
  for (const statement of statements) {
    if (statement.allows !== allows) continue
    const right = statement.covers(request, caller)
    if (right) return right
  }
  return undefined
}

/** Why a request was denied, in the words of AWS (IAM User Guide, "Troubleshoot access denied error messages"). */
export function describeDenial(
  caller: Caller,
  { action, resource }: AccessRequest,
  deniedBy: PolicyKind | undefined,
): string {
  const reason =
    deniedBy === undefined
      ? `because no ${caller.kind === 'service' ? 'resource' : 'identity'}-based policy allows the ${action} action`
      : `with an explicit deny in ${deniedBy === 'identity' ? 'an identity' : 'a resource'}-based policy`
  return (
    `User: ${describeCaller(caller)} is not authorized to perform: ${action} ` +
    `on resource: ${resource} ${reason}`
  )
}
