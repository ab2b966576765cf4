import type { Caller } from './caller.ts'
import { type AccessRequest, type CompiledStatement, compilePolicy } from './compile-policy.ts'
import { type Decision, decide, describeDenial } from './decide.ts'
import type { NamedPolicy } from './policy.ts'
import { resourceOwner } from './resource-owner.ts'
import { createUsage, type UsedRight } from './usage.ts'

/** A key pair. */
export type AccessKey = { readonly accessKeyId: string; readonly secretAccessKey: string }

/** Who signs with an access key. */
export type KeyHolder = { readonly secretAccessKey: string; readonly caller: Caller }

/** The rights of an account, as plain data that can be sent to a thread. */
export type AccessPlan = {
  readonly keys: ReadonlyArray<AccessKey & { readonly caller: Caller }>
  /** The policies of each role. */
  readonly roles: ReadonlyArray<{ readonly arn: string; readonly policies: readonly NamedPolicy[] }>
  /** The policies of resources: buckets, queues, topics, secrets, functions. */
  readonly resources: ReadonlyArray<{
    readonly arn: string
    readonly policies: readonly NamedPolicy[]
  }>
}

/** A request that is denied, and why in the words of AWS. */
export type Denial = { readonly request: AccessRequest; readonly message: string }

/** Who may do what in the account of a local run. */
export type Access = {
  /** The holder of an access key, undefined for one that the account does not have. */
  holderOf(accessKeyId: string): KeyHolder | undefined
  /** Decides a request, and counts the right that allows it as used. */
  decide(caller: Caller, request: AccessRequest): Decision
  /** Decides requests one after the other. Returns the first that is denied, undefined when all are allowed. */
  firstDenied(caller: Caller, requests: readonly AccessRequest[]): Denial | undefined
  /** Replaces all keys and policies but those of the administrator. @throws PolicyError */
  install(plan: AccessPlan): void
  /** The rights that have allowed something so far. */
  used(): UsedRight[]
}

const EVERYTHING: NamedPolicy = {
  name: 'AdministratorAccess',
  document: {
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Action: '*', Resource: '*' },
  },
}

/** The local endpoints stand for those of AWS, which are reached by TLS. They listen on loopback only. */
const SECURE = ['true']

/**
 * Opens an account in which, until a plan is installed, only the administrator has a key. That key may do everything
 * that no resource denies: it is the operator's, whose command line and tools sign with it.
 */
export function openAccess(account: string, administrator: AccessKey): Access {
  const operator: Caller = { kind: 'user', userArn: `arn:aws:iam::${account}:user/local` }
  const all = compilePolicy(EVERYTHING, 'identity')
  const usage = createUsage()
  let holders = new Map<string, KeyHolder>()
  let roles = new Map<string, readonly CompiledStatement[]>()
  let resources = new Map<string, readonly CompiledStatement[]>()
  const identityOf = (caller: Caller): readonly CompiledStatement[] => {
    if (caller.kind === 'role') return roles.get(caller.roleArn) ?? []
    return caller.kind === 'user' ? all : []
  }
  const decideOne: Access['decide'] = (caller, request) => {
    const context = { 'aws:securetransport': SECURE, ...request.context }
    const decision = decide(
      caller,
      { ...request, context },
      {
        identity: identityOf(caller),
        resource: resources.get(resourceOwner(request.resource)) ?? [],
      },
    )
    if (decision.allowed && caller.kind !== 'user') usage.count(caller, decision.right)
    return decision
  }
  return {
    holderOf: (accessKeyId) =>
      accessKeyId === administrator.accessKeyId
        ? { secretAccessKey: administrator.secretAccessKey, caller: operator }
        : holders.get(accessKeyId),
    decide: decideOne,
    firstDenied: (caller, requests) => {
      for (const request of requests) {
        const decision = decideOne(caller, request)
        if (!decision.allowed)
          return { request, message: describeDenial(caller, request, decision.deniedBy) }
      }
      return undefined
    },
    install: (plan) => {
      roles = compileAll(plan.roles, 'identity')
      resources = compileAll(plan.resources, 'resource')
      holders = new Map(plan.keys.map(({ accessKeyId, ...holder }) => [accessKeyId, holder]))
    },
    used: usage.list,
  }
}

function compileAll(owners: AccessPlan['roles'], kind: 'identity' | 'resource') {
  return new Map(
    owners.map(({ arn, policies }) => [
      arn,
      policies.flatMap((policy) => compilePolicy(policy, kind)),
    ]),
  )
}
