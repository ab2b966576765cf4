import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../local/iam/caller.ts'
import { compilePolicy } from '../../../local/iam/compile-policy.ts'
import type { ConditionContext } from '../../../local/iam/condition-keys.ts'
import { decide, describeDenial } from '../../../local/iam/decide.ts'

const ROLE = 'arn:aws:iam::000000000000:role/Worker'
const SESSION = 'arn:aws:sts::000000000000:assumed-role/Worker/run-task'
const worker: Caller = { kind: 'role', roleArn: ROLE, sessionArn: SESSION }
const events: Caller = { kind: 'service', service: 'events.amazonaws.com' }
const PHOTO = 'arn:aws:s3:::files/uploads/a.jpg'

type Statement = Record<string, unknown>

/** Decides `s3:GetObject` on a photo by these statements; `given` replaces parts of the request. */
function ask(
  statements: { identity?: Statement[]; resource?: Statement[] },
  given: { caller?: Caller; action?: string; resource?: string; context?: ConditionContext } = {},
) {
  const { caller = worker, action = 's3:GetObject', resource = PHOTO, context = {} } = given
  const compile = (kind: 'identity' | 'resource') =>
    compilePolicy(
      { name: kind, document: { Version: '2012-10-17', Statement: statements[kind] ?? [] } },
      kind,
    )
  const policies = { identity: compile('identity'), resource: compile('resource') }
  return decide(caller, { action, resource, context }, policies)
}

const allow = (more: Statement = {}): Statement => ({
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: PHOTO,
  ...more,
})
const deny = (more: Statement = {}): Statement => ({ ...allow(more), Effect: 'Deny' })

// The rules are those of the IAM User Guide, "Policy evaluation logic" and its pages "How AWS enforcement code logic
// evaluates requests to allow or deny access" and "Policy evaluation for requests within a single account".
describe('the evaluation logic', () => {
  test('denies what no policy speaks of', () => {
    expect(ask({})).toEqual({ allowed: false, deniedBy: undefined })
  })

  test('allows what the caller may, and names the right', () => {
    expect(ask({ identity: [allow()] })).toEqual({
      allowed: true,
      kind: 'identity',
      right: { policy: 'identity', action: 's3:GetObject', resource: PHOTO },
    })
  })

  test('allows what the resource lets the caller do, without a right of its own', () => {
    const decision = ask({ resource: [allow({ Principal: { AWS: ROLE } })] })
    expect(decision).toMatchObject({ allowed: true, kind: 'resource' })
  })

  test('lets an explicit deny of either kind win, in whatever order', () => {
    expect(ask({ identity: [allow(), deny()] })).toEqual({ allowed: false, deniedBy: 'identity' })
    expect(ask({ identity: [deny(), allow()] })).toEqual({ allowed: false, deniedBy: 'identity' })
    const everybody = { Principal: { AWS: '*' } }
    expect(ask({ identity: [allow()], resource: [deny(everybody)] })).toEqual({
      allowed: false,
      deniedBy: 'resource',
    })
    expect(ask({ identity: [deny()], resource: [allow(everybody)] }).allowed).toBe(false)
  })

  test('applies a deny only where its condition holds', () => {
    const insecure = { Bool: { 'aws:SecureTransport': 'false' } }
    const statements = {
      identity: [allow()],
      resource: [deny({ Principal: '*', Condition: insecure })],
    }
    expect(ask(statements, { context: { 'aws:securetransport': ['true'] } }).allowed).toBe(true)
    expect(ask(statements, { context: { 'aws:securetransport': ['false'] } }).allowed).toBe(false)
  })

  test('gives a service nothing but what a resource gives it', () => {
    const statements = {
      identity: [],
      resource: [allow({ Principal: { Service: events.service } })],
    }
    expect(ask(statements, { caller: events }).allowed).toBe(true)
    expect(ask(statements).allowed).toBe(false)
    expect(
      ask(statements, { caller: { kind: 'service', service: 'sns.amazonaws.com' } }).allowed,
    ).toBe(false)
  })
})

describe('actions and resources', () => {
  test.each([
    ['s3:getobject', true],
    ['s3:*', true],
    ['s3:Get*', true],
    ['s3:GetObjec?', true],
    ['*', true],
    ['s3:GetObjectVersion', false],
    ['s3:GetObject?', false],
    ['sqs:*', false],
  ])('matches the action against %s without case: %s', (Action, allowed) => {
    expect(ask({ identity: [allow({ Action })] }).allowed).toBe(allowed)
  })

  test.each([
    ['*', true],
    ['arn:aws:s3:::files/*', true],
    ['arn:aws:s3:::files/uploads/?.jpg', true],
    ['arn:aws:s3:::*/a.jpg', true],
    ['arn:aws:s3:::files', false],
    ['arn:aws:s3:::files/Uploads/*', false],
    ['arn:aws:s3:::files/results/*', false],
    ['arn:aws:s3:::files.uploads/a.jpg', false],
  ])('matches the resource against %s, where case counts: %s', (Resource, allowed) => {
    expect(ask({ identity: [allow({ Resource })] }).allowed).toBe(allowed)
  })

  test('takes what a pattern holds besides wildcards literally', () => {
    const Resource = 'arn:aws:s3:::files/uploads/(.|[a])+*'
    expect(ask({ identity: [allow({ Resource })] }).allowed).toBe(false)
  })

  test('covers with NotAction and NotResource everything but what they name', () => {
    const notPut = { Effect: 'Allow', NotAction: ['s3:Put*', 's3:Delete*'], Resource: '*' }
    expect(ask({ identity: [notPut] }).allowed).toBe(true)
    expect(ask({ identity: [notPut] }, { action: 's3:PutObject' }).allowed).toBe(false)
    const elsewhere = { Effect: 'Deny', Action: '*', NotResource: 'arn:aws:s3:::files/uploads/*' }
    expect(ask({ identity: [allow(), elsewhere] }).allowed).toBe(true)
    const all = allow({ Resource: '*' })
    const resource = 'arn:aws:s3:::files/results/a.jpg'
    expect(ask({ identity: [all, elsewhere] }, { resource }).allowed).toBe(false)
  })
})

describe('principals', () => {
  test.each([
    ['*', true],
    [{ AWS: '*' }, true],
    [{ AWS: ROLE }, true],
    [{ AWS: SESSION }, true],
    [{ AWS: '000000000000' }, true],
    [{ AWS: 'arn:aws:iam::000000000000:root' }, true],
    [{ AWS: ['arn:aws:iam::000000000000:role/Other', ROLE] }, true],
    [{ AWS: 'arn:aws:iam::000000000000:role/Other' }, false],
    [{ AWS: 'arn:aws:iam::111111111111:root' }, false],
    [{ Service: 'lambda.amazonaws.com' }, false],
  ])('names the caller by %j: %s', (Principal, allowed) => {
    expect(ask({ resource: [allow({ Principal })] }).allowed).toBe(allowed)
  })

  test('spares with NotPrincipal whom it names', () => {
    const butWorker = deny({ NotPrincipal: { AWS: ROLE } })
    expect(ask({ identity: [allow()], resource: [butWorker] }).allowed).toBe(true)
    const butOther = deny({ NotPrincipal: { AWS: 'arn:aws:iam::000000000000:role/Other' } })
    expect(ask({ identity: [allow()], resource: [butOther] }).allowed).toBe(false)
  })
})

test('a denial reads as it does on AWS', () => {
  const request = { action: 's3:GetObject', resource: PHOTO, context: {} }
  expect(describeDenial(worker, request, undefined)).toBe(
    `User: ${SESSION} is not authorized to perform: s3:GetObject on resource: ${PHOTO} ` +
      'because no identity-based policy allows the s3:GetObject action',
  )
  expect(describeDenial(worker, request, 'resource')).toBe(
    `User: ${SESSION} is not authorized to perform: s3:GetObject on resource: ${PHOTO} ` +
      'with an explicit deny in a resource-based policy',
  )
})
