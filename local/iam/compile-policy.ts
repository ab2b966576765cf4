import type { Caller } from './caller.ts'
import { compileCondition } from './compile-condition.ts'
import type { ConditionContext } from './condition-keys.ts'
import { matchPattern, type TextTest } from './match-pattern.ts'
import { matchesPrincipal } from './match-principal.ts'
import { type NamedPolicy, readStatements, type Statement } from './policy.ts'
import { PolicyError } from './policy-error.ts'

/** What a caller asks for: one action on one resource, with the values of the request's condition keys. */
export type AccessRequest = {
  /** `service:Action`. */
  readonly action: string
  /** An ARN, or `*` for an action without a resource. */
  readonly resource: string
  readonly context: ConditionContext
}

/** An action and a resource of a statement as the policy writes them. */
export type Right = { readonly policy: string; readonly action: string; readonly resource: string }

/** A statement, ready to be asked. */
export type CompiledStatement = {
  readonly allows: boolean
  /** Every action of the statement on every resource of it. */
  readonly rights: readonly Right[]
  /** The right that covers the request, undefined when the statement is not about it. */
  covers(request: AccessRequest, caller: Caller): Right | undefined
}

/** Whether a policy belongs to an identity or to a resource, which alone has principals. */
export type PolicyKind = 'identity' | 'resource'

type Listed = readonly (readonly [pattern: string, test: TextTest])[]

/**
 * Compiles the statements of a policy.
 * @throws PolicyError naming the policy, for anything that is not evaluated here
 */
export function compilePolicy(policy: NamedPolicy, kind: PolicyKind): CompiledStatement[] {
  return readStatements(policy).map((statement) => {
    try {
      return compileStatement(statement, policy.name, kind)
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error
      throw new PolicyError(`${policy.name}: ${error.message}`)
    }
  })
}

function compileStatement(
  statement: Statement,
  policy: string,
  kind: PolicyKind,
): CompiledStatement {
  const { Effect, Action, NotAction, Resource, NotResource, Principal, NotPrincipal } = statement
  const named = Principal ?? NotPrincipal
  if ((named === undefined) === (kind === 'resource'))
    throw new PolicyError(kind === 'resource' ? 'Principal is missing' : 'Principal is not allowed')
  const holds = compileCondition(statement.Condition)
  const actions = compileList(Action ?? NotAction!, matchAction)
  // A trust policy has no resource: it belongs to its role.
  const resources = compileList(Resource ?? NotResource ?? ['*'], matchPattern)
  const findAction = finder(actions, NotAction !== undefined)
  const findResource = finder(resources, NotResource !== undefined)
  return {
    allows: Effect === 'Allow',
    rights: actions.flatMap(([action]) =>
      resources.map(([resource]) => ({ policy, action, resource })),
    ),
    covers: (request, caller) => {
      const action = findAction(request.action.toLowerCase())
      const resource = action === undefined ? undefined : findResource(request.resource)
      if (action === undefined || resource === undefined) return undefined
      if (named !== undefined && matchesPrincipal(named, caller) === (NotPrincipal !== undefined))
        return undefined
      return holds(request.context) ? { policy, action, resource } : undefined
    },
  }
}

/** Action names are matched without case ("IAM JSON policy elements: Action"). */
function matchAction(pattern: string): TextTest {
  return matchPattern(pattern.toLowerCase())
}

function compileList(patterns: readonly string[], compile: (one: string) => TextTest): Listed {
  return patterns.map((pattern) => [pattern, compile(pattern)] as const)
}

/** Finds the pattern of a list that matches; of a `Not…` list the first one, when none matches. */
function finder(list: Listed, inverse: boolean): (text: string) => string | undefined {
  return (text) => {
    const found = list.find(([, test]) => test(text))?.[0]
    if (!inverse) return found
    return found === undefined ? list[0]![0] : undefined
  }
}
