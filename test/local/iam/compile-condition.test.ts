import { describe, expect, test } from 'vitest'
import { compileCondition } from '../../../local/iam/compile-condition.ts'
import type { ConditionContext } from '../../../local/iam/condition-keys.ts'

const ALARM = 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:Dead:Letters'

function holds(
  operator: string,
  key: string,
  values: string[],
  context: ConditionContext,
): boolean {
  return compileCondition({ [operator]: { [key]: values } })(context)
}

// IAM User Guide, "IAM JSON policy elements: Condition operators".
describe('operators', () => {
  test.each([
    ['StringEquals', 's3:prefix', ['drop/'], ['drop/'], true],
    ['StringEquals', 's3:prefix', ['drop/'], ['Drop/'], false],
    ['StringEquals', 's3:prefix', ['drop/*'], ['drop/a'], false],
    ['StringNotEquals', 's3:prefix', ['drop/'], ['files/'], true],
    ['StringEqualsIgnoreCase', 's3:prefix', ['drop/'], ['DROP/'], true],
    ['StringNotEqualsIgnoreCase', 's3:prefix', ['drop/'], ['DROP/'], false],
    ['StringLike', 's3:prefix', ['drop/*'], ['drop/a/b.jpg'], true],
    ['StringLike', 's3:prefix', ['drop/?'], ['drop/ab'], false],
    ['StringNotLike', 's3:prefix', ['drop/*'], ['drop/a'], false],
    ['Bool', 'aws:SecureTransport', ['false'], ['true'], false],
    ['Bool', 'aws:SecureTransport', ['TRUE'], ['true'], true],
    ['ArnEquals', 'aws:SourceArn', [ALARM], [ALARM], true],
    ['ArnEquals', 'aws:SourceArn', ['arn:aws:cloudwatch:*:*:alarm:*'], [ALARM], true],
    ['ArnLike', 'aws:SourceArn', ['arn:aws:cloudwatch:*:000000000000:alarm:*'], [ALARM], true],
    ['ArnLike', 'aws:SourceArn', ['arn:aws:*:alarm:Dead:Letters'], [ALARM], false],
    ['ArnNotLike', 'aws:SourceArn', ['arn:aws:sns:*:*:*'], [ALARM], true],
    ['ArnNotEquals', 'aws:SourceArn', [ALARM], [ALARM], false],
  ])('%s %s %j of %j: %s', (operator, key, wanted, values, expected) => {
    expect(holds(operator, key, wanted, { [key.toLowerCase()]: values })).toBe(expected)
  })

  test('takes one of several values, and with a negated operator none of them', () => {
    const context = { 's3:prefix': ['files/'] }
    expect(holds('StringEquals', 's3:prefix', ['drop/', 'files/'], context)).toBe(true)
    expect(holds('StringNotEquals', 's3:prefix', ['drop/', 'files/'], context)).toBe(false)
  })

  test('asks for every key and every operator', () => {
    const condition = compileCondition({
      StringEquals: { 'aws:SourceAccount': ['000000000000'] },
      ArnLike: { 'aws:SourceArn': ['arn:aws:cloudwatch:*:*:alarm:*'] },
    })
    const whole = { 'aws:sourceaccount': ['000000000000'], 'aws:sourcearn': [ALARM] }
    expect(condition(whole)).toBe(true)
    expect(condition({ ...whole, 'aws:sourceaccount': ['111111111111'] })).toBe(false)
    expect(condition({ 'aws:sourceaccount': ['000000000000'] })).toBe(false)
  })

  test('knows keys without case', () => {
    expect(holds('StringEquals', 'S3:Prefix', ['drop/'], { 's3:prefix': ['drop/'] })).toBe(true)
  })
})

// The same page: "...IfExists condition operators" and "Null condition operator".
describe('a key that the request does not have', () => {
  test.each([
    ['StringEquals', false],
    ['StringLike', false],
    ['StringNotEquals', true],
    ['StringNotLike', true],
    ['StringEqualsIfExists', true],
    ['StringNotEqualsIfExists', true],
  ])('%s: %s', (operator, expected) => {
    expect(holds(operator, 's3:prefix', ['drop/'], {})).toBe(expected)
  })

  test('IfExists asks for the value where there is one', () => {
    expect(holds('StringLikeIfExists', 's3:prefix', ['drop/*'], { 's3:prefix': ['a'] })).toBe(false)
  })

  test('Null tells whether it is there', () => {
    expect(holds('Null', 's3:prefix', ['true'], {})).toBe(true)
    expect(holds('Null', 's3:prefix', ['True'], {})).toBe(true)
    expect(holds('Null', 's3:prefix', ['false'], {})).toBe(false)
    expect(holds('Null', 's3:prefix', ['false'], { 's3:prefix': [''] })).toBe(true)
  })
})

// IAM User Guide, "Set operators for multivalued context keys".
test.each([
  'aws:SecureTransport',
  'aws:SourceArn',
  'aws:SourceAccount',
  'aws:PrincipalArn',
  'aws:PrincipalAccount',
  's3:prefix',
  's3:delimiter',
  's3:max-keys',
])('%s has one value and needs no set operator', (key) => {
  expect(holds('StringEquals', key, ['a'], { [key.toLowerCase()]: ['a'] })).toBe(true)
})

describe('keys with several values', () => {
  test.each(['events:source', 'events:detail-type'])('%s needs a set operator', (key) => {
    expect(() => compileCondition({ StringEquals: { [key]: ['a'] } })).toThrow(
      `${key} has several values: StringEquals needs ForAllValues or ForAnyValue`,
    )
    expect(holds('ForAnyValue:StringEquals', key, ['a'], { [key]: ['a', 'b'] })).toBe(true)
  })

  const sources = (...values: string[]) => ({ 'events:source': values })

  test('ForAllValues asks for every value, and is content with none', () => {
    const ask = (context: ConditionContext) =>
      holds('ForAllValues:StringEquals', 'events:source', ['darkroom', 'test'], context)
    expect(ask(sources('darkroom', 'test', 'darkroom'))).toBe(true)
    expect(ask(sources('darkroom', 'aws.s3'))).toBe(false)
    expect(ask({})).toBe(true)
  })

  test('ForAnyValue asks for one value, and is not content with none', () => {
    const ask = (context: ConditionContext) =>
      holds('ForAnyValue:StringEquals', 'events:source', ['darkroom'], context)
    expect(ask(sources('aws.s3', 'darkroom'))).toBe(true)
    expect(ask(sources('aws.s3'))).toBe(false)
    expect(ask({})).toBe(false)
  })
})

describe('what is not evaluated here is an error and no allow', () => {
  test.each([
    [{ StringEquals: { 'aws:PrincipalOrgID': ['o-1'] } }, 'condition key aws:PrincipalOrgID'],
    [{ DateLessThan: { 'aws:SourceArn': ['2030-01-01'] } }, 'condition operator DateLessThan'],
    [{ 'x:ForAnyValue:StringEquals': { 'events:source': ['a'] } }, 'operator x:ForAnyValue:S'],
    [{ StringLike: { 's3:prefix': [`\${aws:username}/*`] } }, `policy variable \${aws:username}`],
    [{ StringEquals: { 's3:prefix': [`\${aws:username}`] } }, `policy variable \${aws:username}`],
    [{ StringEquals: { 'events:source': ['darkroom'] } }, 'needs ForAllValues or ForAnyValue'],
    [{ Bool: { 'aws:SecureTransport': ['maybe'] } }, 'true or false'],
    [{ Bool: { 'aws:SecureTransport': ['untrue'] } }, 'true or false'],
    [{ Bool: { 'aws:SecureTransport': ['falsehood'] } }, 'true or false'],
  ])('%j', (condition, message) => {
    expect(() => compileCondition(condition)).toThrow(message)
  })

  test('but the characters * ? $ may be written as variables', () => {
    const ask = (value: string) =>
      holds('StringLike', 's3:prefix', [`a\${*}\${?}\${$}*`], { 's3:prefix': [value] })
    expect(ask('a*?$b')).toBe(true)
    expect(ask('axxxb')).toBe(false)
  })
})
