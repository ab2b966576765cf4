import { expect, test } from 'vitest'
import { compilePolicy } from '../../../local/iam/compile-policy.ts'

const good = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }

function compile(statement: object, kind: 'identity' | 'resource' = 'identity') {
  const document = { Version: '2012-10-17', Statement: statement }
  return compilePolicy({ name: 'Stack/Policy', document }, kind)
}

test('a policy lists each action on each resource as a right', () => {
  const [statement] = compile({ ...good, Action: ['a:B', 'a:C'], Resource: ['x', 'y'] })
  expect(statement?.rights.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
    'a:B x',
    'a:B y',
    'a:C x',
    'a:C y',
  ])
})

test.each([
  [{ ...good, Effect: 'allow' }, 'Effect'],
  [{ ...good, Actoin: 's3:PutObject' }, 'Actoin'],
  [{ ...good, Action: undefined }, 'either Action or NotAction'],
  [{ ...good, NotAction: 's3:PutObject' }, 'either Action or NotAction'],
  [{ ...good, NotResource: 'x' }, 'both Resource and NotResource'],
  [{ ...good, Principal: '*' }, 'Principal is not allowed'],
  [
    { ...good, Resource: `arn:aws:s3:::home/\${aws:username}/*` },
    `policy variable \${aws:username}`,
  ],
])('a policy that is not evaluated as written is refused by name: %j', (statement, message) => {
  expect(() => compile(statement)).toThrow(/^Stack\/Policy: /)
  expect(() => compile(statement)).toThrow(message)
})

test('a policy of a resource names its principals', () => {
  expect(() => compile(good, 'resource')).toThrow('Principal is missing')
})

test('a policy of another version of the language is refused', () => {
  const document = { Version: '2008-10-17', Statement: good }
  expect(() => compilePolicy({ name: 'Old', document }, 'identity')).toThrow('Old: Version')
})
