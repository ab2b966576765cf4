import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AccessKey, AccessPlan } from '../iam/access.ts'
import type { Caller } from '../iam/caller.ts'
import { compilePolicy } from '../iam/compile-policy.ts'
import { decide } from '../iam/decide.ts'
import { stableId } from '../template/physical-name.ts'
import { type AssemblyModel, type Resource, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'

/** A session of a role: who it is, and the key that it signs with. */
export type RoleSession = { readonly caller: Caller; readonly key: AccessKey }

/** The sessions of the functions and state machines, by the ARN of each. */
export type RoleSessions = ReadonlyMap<string, RoleSession>

const FunctionPlan = z.object({ Role: z.string() })
const Machine = z.object({ RoleArn: z.string() })
const Trust = z.object({ AssumeRolePolicyDocument: z.unknown() })

/**
 * Lets the service of each function and state machine assume its role, as Lambda and Step Functions do. The keys are
 * derived from `secret`, so that a URL that a function signed stays valid over a restart.
 * @throws TemplateError for a role that is not of the stacks, or whose trust policy does not let the service assume it
 */
export function assumeRoles(
  model: AssemblyModel,
  { secret, account }: { secret: string; account: string },
): RoleSessions {
  const roles = new Map(model.ofType('AWS::IAM::Role').map((role) => [arnOf(role), role]))
  const assume = (resource: Resource, roleArn: string, service: string): [string, RoleSession] => {
    const where = `${resource.stack}/${resource.logicalId}`
    const role = roles.get(roleArn)
    if (!role) throw new TemplateError(`${where}: the role ${roleArn} is not of the stacks`)
    const arn = arnOf(resource)
    const { name } = resource.identity()
    if (!trusts(role, service, { 'aws:sourcearn': [arn], 'aws:sourceaccount': [account] }))
      throw new TemplateError(`${where}: its role cannot be assumed by ${service}`)
    const sessionArn = `arn:aws:sts::${account}:assumed-role/${role.identity().name}/${name}`
    return [arn, { caller: { kind: 'role', roleArn, sessionArn }, key: keyOf(arn, secret) }]
  }
  return new Map([
    ...model
      .ofType('AWS::Lambda::Function')
      .map((one) => assume(one, readProperties(one, FunctionPlan).Role, 'lambda.amazonaws.com')),
    ...model
      .ofType('AWS::StepFunctions::StateMachine')
      .map((one) => assume(one, readProperties(one, Machine).RoleArn, 'states.amazonaws.com')),
  ])
}

/** The keys of sessions as a plan has them. */
export function keysOf(sessions: RoleSessions): AccessPlan['keys'] {
  return [...sessions.values()].map(({ key, caller }) => ({ ...key, caller }))
}

function arnOf(resource: Resource): string {
  const { ref, attributes } = resource.identity()
  return attributes['Arn'] ?? ref
}

/** The key that a function or state machine signs with. @param secret of the run */
export function keyOf(arn: string, secret: string): AccessKey {
  const secretAccessKey = createHmac('sha256', secret).update(arn).digest('base64').slice(0, 40)
  return { accessKeyId: `ASIA${stableId(16, 'key', arn).toUpperCase()}`, secretAccessKey }
}

function trusts(role: Resource, service: string, context: Record<string, string[]>): boolean {
  const { AssumeRolePolicyDocument: document } = readProperties(role, Trust)
  const name = `${role.stack}/${role.logicalId}/AssumeRolePolicyDocument`
  const request = { action: 'sts:AssumeRole', resource: arnOf(role), context }
  const policies = { identity: [], resource: compilePolicy({ name, document }, 'resource') }
  return decide({ kind: 'service', service }, request, policies).allowed
}
