import { expect, test } from 'vitest'
import { compileCondition } from '../../../local/iam/compile-condition.ts'
import { readStatements } from '../../../local/iam/policy.ts'

const read = (change: object) =>
  readStatements({
    name: 'p',
    document: {
      Version: '2012-10-17',
      Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: '*', ...change },
    },
  })

test.each([
  ['s3:GetObject', ['s3:GetObject']],
  [['s3:GetObject'], ['s3:GetObject']],
  [
    ['s3:GetObject', 's3:PutObject'],
    ['s3:GetObject', 's3:PutObject'],
  ],
])('an element of one or more may be %j', (given, kept) => {
  expect(read({ Action: given })).toMatchObject([{ Action: kept }])
  expect(read({ Resource: given })).toMatchObject([{ Resource: kept }])
  expect(read({ Principal: { AWS: given } })).toMatchObject([{ Principal: { AWS: kept } }])
})

test('none is none', () => {
  for (const change of [{ Action: [] }, { Resource: [] }, { Principal: { AWS: [] } }]) {
    expect(() => read(change)).toThrow()
  }
})

test('any value, if there is one: a request without the key is let through, one with others is not', () => {
  const condition = { 'ForAnyValue:StringEqualsIfExists': { 'events:source': ['darkroom'] } }
  const holds = compileCondition(condition)
  expect(holds({})).toBe(true)
  expect(holds({ 'events:source': ['other'] })).toBe(false)
  expect(holds({ 'events:source': ['other', 'darkroom'] })).toBe(true)
})
