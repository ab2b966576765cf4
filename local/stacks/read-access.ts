import { z } from 'zod'
import type { AccessPlan } from '../iam/access.ts'
import type { NamedPolicy } from '../iam/policy.ts'
import { type AssemblyModel, type Resource, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'
import { MANAGED_POLICIES } from './managed-policies.ts'

const Role = z.object({
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyName: z.string(), PolicyDocument: z.unknown() })).default([]),
  PermissionsBoundary: z
    .undefined({ error: 'PermissionsBoundary is not evaluated here' })
    .optional(),
})
const Attached = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.string()).default([]) })
const OfBucket = z.object({ Bucket: z.string(), PolicyDocument: z.unknown() })
const OfQueues = z.object({ Queues: z.array(z.string()), PolicyDocument: z.unknown() })
const OfTopics = z.object({ Topics: z.array(z.string()), PolicyDocument: z.unknown() })
const OfSecret = z.object({ SecretId: z.string(), ResourcePolicy: z.unknown() })
const Permission = z.object({
  FunctionName: z.string(),
  Action: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.string().optional(),
})

type Owned = { readonly arn: string; readonly policy: NamedPolicy }

/**
 * The policies of the stacks' roles and resources, by the ARN of their owner.
 * @throws TemplateError for a managed policy of AWS that is not known here
 */
export function readPolicies(model: AssemblyModel): Pick<AccessPlan, 'roles' | 'resources'> {
  return { roles: byOwner(rolePolicies(model)), resources: byOwner(resourcePolicies(model)) }
}

function byOwner(owned: readonly Owned[]): AccessPlan['roles'] {
  const owners = new Map<string, NamedPolicy[]>()
  for (const { arn, policy } of owned) owners.set(arn, [...(owners.get(arn) ?? []), policy])
  return [...owners].map(([arn, policies]) => ({ arn, policies }))
}

function nameOf({ stack, logicalId }: Resource): string {
  return `${stack}/${logicalId}`
}

function rolePolicies(model: AssemblyModel): Owned[] {
  const roles = model.ofType('AWS::IAM::Role')
  const arns = new Map(roles.map((role) => [role.identity().name, arnOf(role)]))
  const own = roles.flatMap((role) => {
    const { ManagedPolicyArns, Policies } = readProperties(role, Role)
    const inline = Policies.map(({ PolicyName, PolicyDocument: document }) => ({
      name: `${nameOf(role)}/${PolicyName}`,
      document,
    }))
    const managed = ManagedPolicyArns.map((name) => ({ name, document: managedPolicy(role, name) }))
    return [...inline, ...managed].map((policy) => ({ arn: arnOf(role), policy }))
  })
  const attached = [
    ...model.ofType('AWS::IAM::Policy'),
    ...model.ofType('AWS::IAM::ManagedPolicy'),
  ].flatMap((resource) => {
    const { PolicyDocument: document, Roles } = readProperties(resource, Attached)
    const policy = { name: nameOf(resource), document }
    return Roles.flatMap((role) => arns.get(role) ?? []).map((arn) => ({ arn, policy }))
  })
  return [...own, ...attached]
}

function arnOf(resource: Resource): string {
  return resource.identity().attributes['Arn']!
}

function managedPolicy(role: Resource, arn: string): unknown {
  const document = MANAGED_POLICIES[arn.replace(/^arn:[^:]+:iam::aws:policy\//, '')]
  if (document) return document
  throw new TemplateError(`${nameOf(role)}: the managed policy ${arn} is not known here`)
}

function resourcePolicies(model: AssemblyModel): Owned[] {
  const each = (
    type: string,
    read: (resource: Resource) => { arns: string[]; document: unknown },
  ) =>
    model.ofType(type).flatMap((resource) => {
      const { arns, document } = read(resource)
      return arns.map((arn) => ({ arn, policy: { name: nameOf(resource), document } }))
    })
  const queues = new Map(model.ofType('AWS::SQS::Queue').map((one) => [one.identity().ref, one]))
  const functions = model.ofType('AWS::Lambda::Function')
  return [
    ...each('AWS::S3::BucketPolicy', (resource) => {
      const { Bucket, PolicyDocument: document } = readProperties(resource, OfBucket)
      return { arns: [`arn:aws:s3:::${Bucket}`], document }
    }),
    ...each('AWS::SQS::QueuePolicy', (resource) => {
      const { Queues, PolicyDocument: document } = readProperties(resource, OfQueues)
      return { arns: Queues.flatMap((url) => queues.get(url) ?? []).map(arnOf), document }
    }),
    ...each('AWS::SNS::TopicPolicy', (resource) => {
      const { Topics, PolicyDocument: document } = readProperties(resource, OfTopics)
      return { arns: Topics, document }
    }),
    ...each('AWS::SecretsManager::ResourcePolicy', (resource) => {
      const { SecretId, ResourcePolicy: document } = readProperties(resource, OfSecret)
      return { arns: [SecretId], document }
    }),
    ...each('AWS::Lambda::Permission', (resource) => {
      const permission = readProperties(resource, Permission)
      const { FunctionName: named } = permission
      const found = functions.find((one) => named === one.identity().name || named === arnOf(one))
      const arns = found ? [arnOf(found)] : []
      return { arns, document: permissionDocument(permission, arns[0] ?? named) }
    }),
  ]
}

/** The statement that Lambda makes of a permission (API Reference, AddPermission). */
function permissionDocument(
  { Action, Principal, SourceArn, SourceAccount }: z.infer<typeof Permission>,
  Resource: string,
) {
  const principal = Principal.endsWith('.amazonaws.com')
    ? { Service: Principal }
    : { AWS: Principal }
  const Condition = {
    ...(SourceArn !== undefined && { ArnLike: { 'aws:SourceArn': SourceArn } }),
    ...(SourceAccount !== undefined && { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
  }
  const statement = { Effect: 'Allow', Principal: principal, Action, Resource, Condition }
  return { Version: '2012-10-17', Statement: [statement] }
}
