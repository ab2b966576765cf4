import { describe, expect, test } from 'vitest'
import { type AccessPlan, openAccess } from '../../../local/iam/access.ts'
import type { Caller } from '../../../local/iam/caller.ts'
import { describeDenial } from '../../../local/iam/decide.ts'
import { resourceOwner } from '../../../local/iam/resource-owner.ts'

const ADMINISTRATOR = { accessKeyId: 'root', secretAccessKey: 'of all' }
const ROLE = 'arn:aws:iam::1:role/Worker'
const worker: Caller = {
  kind: 'role',
  roleArn: ROLE,
  sessionArn: 'arn:aws:sts::1:assumed-role/Worker/run-task',
}
const events: Caller = { kind: 'service', service: 'events.amazonaws.com' }
const BUCKET = 'arn:aws:s3:::files'
const QUEUE = 'arn:aws:sqs:us-east-1:1:tasks'

function policy(...Statement: object[]) {
  return [{ name: 'Own', document: { Version: '2012-10-17', Statement } }] as const
}

const READ = { Effect: 'Allow', Action: 's3:GetObject', Resource: `${BUCKET}/*` }
const PLAN: AccessPlan = {
  keys: [{ accessKeyId: 'key', secretAccessKey: 'secret', caller: worker }],
  roles: [{ arn: ROLE, policies: policy(READ) }],
  resources: [
    {
      arn: BUCKET,
      policies: policy({
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [BUCKET, `${BUCKET}/*`],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    },
    {
      arn: QUEUE,
      policies: policy({
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: QUEUE,
      }),
    },
  ],
}

function opened(plan?: AccessPlan) {
  const access = openAccess('1', ADMINISTRATOR)
  if (plan) access.install(plan)
  return access
}

const photo = { action: 's3:GetObject', resource: `${BUCKET}/a.jpg`, context: {} }
const send = { action: 'sqs:SendMessage', resource: QUEUE, context: {} }

describe('an account', () => {
  test('has the administrator’s key alone until a plan is installed', () => {
    const access = opened()
    expect(access.holderOf('key')).toBeUndefined()
    expect(access.holderOf('root')).toEqual({
      secretAccessKey: 'of all',
      caller: { kind: 'user', userArn: 'arn:aws:iam::1:user/local' },
    })
    expect(access.decide(worker, photo).allowed).toBe(false)
    access.install(PLAN)
    expect(access.holderOf('key')).toEqual({ secretAccessKey: 'secret', caller: worker })
    expect(access.holderOf('root')?.secretAccessKey).toBe('of all')
  })

  test('lets a role do what its policies say, of which a new plan replaces all', () => {
    const access = opened(PLAN)
    expect(access.decide(worker, photo)).toMatchObject({ allowed: true, kind: 'identity' })
    expect(access.decide(worker, { ...photo, action: 's3:PutObject' }).allowed).toBe(false)
    access.install({ keys: [], roles: [], resources: [] })
    expect(access.decide(worker, photo).allowed).toBe(false)
    expect(access.holderOf('key')).toBeUndefined()
  })

  test('lets a service do what a resource gives it, and nothing else', () => {
    const access = opened(PLAN)
    expect(access.decide(events, send)).toMatchObject({ allowed: true, kind: 'resource' })
    expect(access.decide(events, photo).allowed).toBe(false)
    expect(access.decide(worker, send).allowed).toBe(false)
  })

  test('lets the administrator do everything that no resource denies', () => {
    const access = opened(PLAN)
    const { caller } = access.holderOf('root')!
    expect(access.decide(caller, { ...photo, action: 's3:DeleteObject' }).allowed).toBe(true)
    // Requests come over TLS but where they say something else.
    const context = { 'aws:securetransport': ['false'] }
    expect(access.decide(caller, { ...photo, context })).toEqual({
      allowed: false,
      deniedBy: 'resource',
    })
    expect(access.decide(worker, { ...photo, context }).allowed).toBe(false)
  })

  test('takes requests as sent over TLS, unless they say something else', () => {
    const Condition = { Bool: { 'aws:SecureTransport': 'true' } }
    const access = opened({
      keys: [],
      resources: [],
      roles: [{ arn: ROLE, policies: policy({ ...READ, Condition }) }],
    })
    expect(access.decide(worker, photo).allowed).toBe(true)
    const context = { 'aws:securetransport': ['false'] }
    expect(access.decide(worker, { ...photo, context }).allowed).toBe(false)
  })

  test('names the first request that is denied, in the words of AWS', () => {
    const access = opened(PLAN)
    expect(access.firstDenied(worker, [photo, photo])).toBeUndefined()
    const put = { ...photo, action: 's3:PutObject' }
    expect(access.firstDenied(worker, [photo, put, send])).toEqual({
      request: put,
      message:
        'User: arn:aws:sts::1:assumed-role/Worker/run-task is not authorized to perform: s3:PutObject ' +
        `on resource: ${BUCKET}/a.jpg because no identity-based policy allows the s3:PutObject action`,
    })
  })
})

describe('the rights that are counted as used', () => {
  test('are those of roles and services, each once', () => {
    const access = opened(PLAN)
    expect(access.used()).toEqual([])
    for (const request of [photo, photo, send]) access.decide(worker, request)
    access.decide(events, send)
    expect(access.used()).toEqual([
      { by: ROLE, policy: 'Own', action: 's3:GetObject', resource: `${BUCKET}/*` },
      { by: 'events.amazonaws.com', policy: 'Own', action: 'sqs:SendMessage', resource: QUEUE },
    ])
  })

  test('are not those of the administrator, who may do everything', () => {
    const access = opened(PLAN)
    access.decide(access.holderOf('root')!.caller, photo)
    expect(access.used()).toEqual([])
  })
})

test.each([
  ['arn:aws:s3:::files', 'arn:aws:s3:::files'],
  ['arn:aws:s3:::files/a/b.jpg', 'arn:aws:s3:::files'],
  ['arn:aws:dynamodb:us-east-1:1:table/Jobs', 'arn:aws:dynamodb:us-east-1:1:table/Jobs'],
  [
    'arn:aws:dynamodb:us-east-1:1:table/Jobs/index/ByKey',
    'arn:aws:dynamodb:us-east-1:1:table/Jobs',
  ],
  ['arn:aws:states:us-east-1:1:execution:Job:a/b', 'arn:aws:states:us-east-1:1:execution:Job:a/b'],
  ['*', '*'],
])('the policy of %s is that of %s', (arn, owner) => {
  expect(resourceOwner(arn)).toBe(owner)
})

test.each([
  [worker, undefined, /because no identity-based policy allows the s3:GetObject action$/],
  [events, undefined, /^User: events\.amazonaws\.com .*because no resource-based policy allows/],
  [worker, 'identity', /with an explicit deny in an identity-based policy$/],
  [worker, 'resource', /with an explicit deny in a resource-based policy$/],
] as const)(
  'the message of a denial says which kind of policy was missing or denied',
  (caller, by, words) => {
    expect(describeDenial(caller, photo, by)).toMatch(words)
  },
)
