import { expect, test } from 'vitest'
import { SOURCE_PREFIXES } from '../../catalog/recipe/shape/key-prefixes.ts'
import { plain } from './plain.ts'
import { templatesOf } from './templates-of.ts'

type Statement = {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource?: unknown
  Principal?: unknown
  Condition?: Record<string, unknown>
}
type Resource = { Type: string; Properties: Record<string, unknown> }

const { stacks } = templatesOf(
  {},
  { notify: { topic: true, webhook: { url: 'https://example.com/hook' } } },
)
const resources = stacks.flatMap(({ name, template }) =>
  Object.entries((template as { Resources: Record<string, Resource> }).Resources).map(
    ([id, resource]) => ({ id, stack: name, ...resource }),
  ),
)
function ofType(type: string) {
  return resources.filter(({ Type }) => Type === type)
}

/** A resource as one text: `<Id.Arn>/drop/*`. */
function textOf(value: unknown): string {
  const text = plain(value)
  return typeof text === 'string' ? text : JSON.stringify(text)
}

const policies = [...ofType('AWS::IAM::Policy'), ...ofType('AWS::IAM::ManagedPolicy')]
const statements = policies.flatMap(({ id, Properties }) =>
  (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement.map((statement) => ({
    id,
    ...statement,
    actions: [statement.Action].flat(),
    resources: [statement.Resource].flat().map(textOf),
  })),
)

/** Why a star stands in a resource. Everything else is named in full. */
const STARS: readonly [actions: RegExp, resource: RegExp, why: string][] = [
  [/^logs:|^xray:/, /^\*$/, 'Delivery of execution logs and traces has no resource in IAM.'],
  [/^s3:/, /^<\w+\.Arn>\/[a-z/]+\/\*$/, 'Keys are made at run time; a prefix bounds them.'],
  [
    /^states:/,
    /:execution:<\w+\.Name>(?:\/(?:Chunk|Segment))?:\*$/,
    'Children of one machine are named at run time.',
  ],
]

test('every right names its actions one by one', () => {
  expect(statements.length).toBeGreaterThan(100)
  const broad = statements.filter(({ actions }) => actions.some((action) => action.includes('*')))
  expect(broad).toEqual([])
})

test('every right names its resources in full, but where a star has its reason', () => {
  for (const { id, actions, resources: reached } of statements) {
    for (const resource of reached.filter((one) => one.includes('*'))) {
      const reason = STARS.find(
        ([of, where]) => where.test(resource) && actions.every((action) => of.test(action)),
      )
      expect(reason, `${id}: ${actions} on ${resource}`).toBeDefined()
    }
  }
})

test('what reaches everything belongs to state machines alone', () => {
  const everything = statements.filter(({ resources: reached }) => reached.includes('*'))
  expect(everything.length).toBeGreaterThan(0)
  for (const { id, actions } of everything) {
    expect(id).toContain('WorkflowStateMachineRole')
    expect(String(actions)).toMatch(/^(?:logs:\w+,?|xray:\w+,?)+$/)
  }
})

test('every function that reads files of jobs reads them wherever they may lie', () => {
  const reach = (prefix: string) => {
    const reading = statements.filter(({ resources: reached, actions }) =>
      reached.some((one) => one.endsWith(`/${prefix}*`) && actions.includes('s3:GetObject')),
    )
    return reading.map(({ id, actions }) => `${id} ${actions}`).sort()
  }
  const [first, ...others] = SOURCE_PREFIXES.map(reach)
  for (const other of others) expect(other).toEqual(first)
  // Those that begin jobs, ask the service, look at its tasks, choose targets, prepare, and end jobs.
  expect(first).toHaveLength(9)
})

test('listing a bucket is bounded by a prefix', () => {
  const listing = statements.filter(({ actions }) => actions.includes('s3:ListBucket'))
  expect(listing.length).toBeGreaterThan(0)
  for (const { id, Condition } of listing) {
    expect(JSON.stringify(Condition), id).toMatch(/"s3:prefix":\["?|"s3:prefix":"[a-z/]+\/\*"/)
  }
})

test('events can be told in the name of the pipeline alone', () => {
  const telling = statements.filter(({ actions }) => actions.includes('events:PutEvents'))
  expect(telling.length).toBeGreaterThan(0)
  for (const { id, Condition } of telling) {
    expect(JSON.stringify(Condition), id).toContain('"events:source":["darkroom"]')
  }
})

test('no right to pass a role, to change rights, or to delete what stores keep', () => {
  const actions = statements.flatMap((statement) => statement.actions)
  const never = /^iam:|PassRole|DeleteTable|DeleteBucket|DeleteQueue|PutBucket|kms:\*|Scan$/
  expect(actions.filter((action) => never.test(action))).toEqual([])
})

test('roles are assumed by one service of AWS each, and carry no policies of AWS’s', () => {
  for (const { id, Properties } of ofType('AWS::IAM::Role')) {
    const { Statement: trust } = Properties['AssumeRolePolicyDocument'] as {
      Statement: Statement[]
    }
    expect(trust, id).toHaveLength(1)
    expect(JSON.stringify(trust[0]?.Principal), id).toMatch(/^\{"Service":"(?:lambda|states)\./)
    expect(Properties['ManagedPolicyArns'], id).toBeUndefined()
  }
})

test('every function has a role of its own', () => {
  const roles = ofType('AWS::Lambda::Function').map(({ Properties }) => textOf(Properties['Role']))
  expect(new Set(roles).size).toBe(roles.length)
})

function denied(type: string, property: string): string[] {
  return ofType(type).flatMap(({ Properties }) => {
    const { Statement: list } = Properties['PolicyDocument'] as { Statement: Statement[] }
    const tls = list.some(
      ({ Effect, Condition }) =>
        Effect === 'Deny' &&
        JSON.stringify(Condition) === '{"Bool":{"aws:SecureTransport":"false"}}',
    )
    return tls ? [Properties[property]].flat().map(textOf) : []
  })
}

test.each([
  ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'Bucket'],
  ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 'Queues'],
  ['AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 'Topics'],
])('every %s takes TLS only', (type, policy, property) => {
  const made = ofType(type).map(({ id }) => `<${id}>`)
  expect(made.length).toBeGreaterThan(0)
  expect(denied(policy, property).sort()).toEqual(expect.arrayContaining(made.sort()))
})

test('everything that is kept is encrypted, and no bucket is open to the public', () => {
  for (const { id, Properties } of ofType('AWS::S3::Bucket')) {
    expect(JSON.stringify(Properties['BucketEncryption']), id).toContain('"SSEAlgorithm":"AES256"')
    expect(Properties['PublicAccessBlockConfiguration'], id).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    })
    expect(JSON.stringify(Properties['OwnershipControls']), id).toContain('BucketOwnerEnforced')
  }
  for (const { id, Properties } of ofType('AWS::SQS::Queue')) {
    expect(Properties['SqsManagedSseEnabled'], id).toBe(true)
  }
})

test('nobody outside may use a queue, a topic or a bucket, but AWS for one rule or its alarms', () => {
  const types = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy']
  for (const { id, Properties } of types.flatMap(ofType)) {
    const { Statement: list } = Properties['PolicyDocument'] as { Statement: Statement[] }
    for (const { Effect, Principal, Condition } of list) {
      if (Effect === 'Deny') continue
      const service = id.includes('AlarmsTopic') ? 'cloudwatch' : 'events'
      expect(JSON.stringify(Principal), id).toBe(`{"Service":"${service}.amazonaws.com"}`)
      // EventBridge sends no source to topics of the same account; everybody else is bound to theirs.
      if (service === 'cloudwatch' || !id.includes('Topic')) {
        expect(JSON.stringify(Condition), id).toContain('aws:SourceArn')
      }
    }
  }
})
