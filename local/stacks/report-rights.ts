import { compilePolicy, type Right } from '../iam/compile-policy.ts'
import type { UsedRight } from '../iam/usage.ts'
import type { AssemblyModel } from '../template/resource.ts'
import { readPolicies } from './read-access.ts'

/** A right of a policy: `by` is the ARN of the role or resource that has the policy. */
export type OwnedRight = Right & { readonly by: string }

/** The rights that the templates grant, by whether something was allowed by them. Each list is sorted. */
export type RightsReport = {
  readonly used: readonly OwnedRight[]
  readonly unused: readonly OwnedRight[]
}

/** Compares the rights that roles and resources grant with those that allowed something. */
export function reportRights(model: AssemblyModel, used: readonly UsedRight[]): RightsReport {
  const known = new Set(used.map(textOf))
  const usedByRole = new Set(used.map((right) => `${right.by} ${textOf(right)}`))
  const { roles, resources } = readPolicies(model)
  const granted = [
    ...rightsOf(roles, 'identity').map((right) => ({
      right,
      isUsed: usedByRole.has(`${right.by} ${textOf(right)}`),
    })),
    ...rightsOf(resources, 'resource').map((right) => ({
      right,
      isUsed: known.has(textOf(right)),
    })),
  ]
  const pick = (wanted: boolean): OwnedRight[] =>
    granted
      .filter(({ isUsed }) => isUsed === wanted)
      .map(({ right }) => right)
      .sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
  return { used: pick(true), unused: pick(false) }
}

function textOf({ policy, action, resource }: Right): string {
  return `${policy} ${action} ${resource}`
}

function rightsOf(
  owners: ReturnType<typeof readPolicies>['roles'],
  kind: 'identity' | 'resource',
): OwnedRight[] {
  return owners.flatMap(({ arn, policies }) =>
    policies
      .flatMap((policy) => compilePolicy(policy, kind))
      .filter((statement) => statement.allows)
      .flatMap((statement) => statement.rights.map((right) => ({ by: arn, ...right }))),
  )
}
