import { expect, test } from 'vitest'
import { compilePolicy } from '../../../local/iam/compile-policy.ts'
import { matchArn, matchPattern } from '../../../local/iam/match-pattern.ts'
import { createUsage } from '../../../local/iam/usage.ts'

/** A policy variable of this name. */
const variable = (name: string): string => `\${${name}}`

test.each([
  ['*', 'any:thing/\nat all', true],
  ['*', '', true],
  ['plain', 'plain', true],
  ['plain', 'Plain', false],
  ['plain', 'plainer', false],
  ['plain', 'a plain', false],
  ['a.c', 'abc', false],
  ['a+(b)[c]', 'a+(b)[c]', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a?c', 'abbc', false],
  ['a*c', 'ac', true],
  ['a*c', 'a/b:c', true],
  ['a*', 'ba', false],
  [`a${variable('*')}`, 'a*', true],
  [`a${variable('*')}`, 'ab', false],
  [`a${variable('?')}b`, 'a?b', true],
  [`a${variable('$')}b`, 'a$b', true],
])('%s matches %j: %s', (pattern, text, matches) => {
  expect(matchPattern(pattern)(text)).toBe(matches)
})

test.each([variable('aws:username'), `a/${variable('')}/b`])(
  'the variable of %s is not evaluated',
  (pattern) => {
    expect(() => matchPattern(pattern)).toThrow('is not evaluated here')
  },
)

test.each([
  ['arn:aws:sns:*:1:topic', 'arn:aws:sns:us-east-1:1:topic', true],
  ['arn:aws:sns:*:1:topic', 'arn:aws:sns:us-east-1:2:topic', false],
  ['arn:aws:sns:*:1:top*', 'arn:aws:sns:r:1:topic:with:colons', true],
  ['arn:aws:*:topic', 'arn:aws:sns:r:1:topic', false],
  // A star that reached over colons would match.
  ['a:*:c:d:e:f', 'a:X:c:d:e:c:d:e:f', false],
  ['a:b:c:d:e:f:g', 'a:b:c:d:e:f:g', true],
  ['a:b:c:d:e:f:g', 'a:b:c:d:e:f', false],
])('%s is the ARN %s: %s', (pattern, arn, matches) => {
  expect(matchArn(pattern)(arn)).toBe(matches)
})

const worker = { kind: 'role', roleArn: 'R', sessionArn: 'S' } as const
const request = (action: string, resource: string) => ({ action, resource, context: {} })

test('of a list the pattern that matches is the right, of its inverse the first', () => {
  const covers = (statement: object) => {
    const document = { Version: '2012-10-17', Statement: { Effect: 'Allow', ...statement } }
    return compilePolicy({ name: 'P', document }, 'identity')[0]!.covers(
      request('a:Get', 'x'),
      worker,
    )
  }
  const found = { Action: ['b:*', 'A:get'], Resource: ['y', '*'] }
  expect(covers(found)).toEqual({ policy: 'P', action: 'A:get', resource: '*' })
  const inverse = { NotAction: ['b:*', 'c:*'], NotResource: ['y', 'z'] }
  expect(covers(inverse)).toEqual({ policy: 'P', action: 'b:*', resource: 'y' })
  // A trust policy has no resource.
  expect(covers({ Action: 'a:Get' })).toEqual({ policy: 'P', action: 'a:Get', resource: '*' })
  expect(covers({ NotAction: ['b:*', 'A:GET'], Resource: '*' })).toBeUndefined()
  expect(covers({ Action: '*', NotResource: ['y', 'x'] })).toBeUndefined()
})

test('a right counts once for whoever used it', () => {
  const usage = createUsage()
  const right = { policy: 'P', action: 'a:Get', resource: 'x' }
  const service = { kind: 'service', service: 'events' } as const
  const user = { kind: 'user', userArn: 'U' } as const
  for (const caller of [worker, service, worker, user]) usage.count(caller, right)
  usage.count(worker, { ...right, resource: 'y' })
  expect(usage.list()).toEqual([
    { by: 'R', ...right },
    { by: 'events', ...right },
    { by: '', ...right },
    { by: 'R', ...right, resource: 'y' },
  ])
})
