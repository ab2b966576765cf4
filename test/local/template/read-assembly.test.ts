import { describe, expect, test } from 'vitest'
import type { AwsEnvironment } from '../../../local/template/aws-environment.ts'
import { readAssembly } from '../../../local/template/read-assembly.ts'
import type { StackTemplate, Template } from '../../../local/template/template.ts'

const place: AwsEnvironment = {
  region: 'eu-west-1',
  account: '000000000000',
  sqsUrl: () => 'http://127.0.0.1:9324',
  apiUrl: (id) => (id.length === 10 ? 'http://127.0.0.1:8080' : undefined),
}
function stack(name: string, template: Template): StackTemplate {
  return { name, template }
}
function bucket(BucketName?: unknown) {
  return {
    Type: 'AWS::S3::Bucket',
    Properties: { ...(BucketName ? { BucketName } : {}) },
  }
}

/** `Fn::Sub` with `$(name)` for its placeholders. */
function sub(text: string) {
  return { 'Fn::Sub': placeholders(text) }
}
function placeholders(text: string): string {
  return text.replaceAll(/\$\(([^)]+)\)/g, (_, name) => ['$', '{', name, '}'].join(''))
}

/** The value of one output of a stack whose template may hold more. */
function value(Value: unknown, rest: Template = {}, ...others: StackTemplate[]): unknown {
  const one = stack('One', { ...rest, Outputs: { Out: { Value } } })
  return readAssembly({ stacks: [one, ...others] }, place).outputs()['One']?.['Out']
}

describe('templates', () => {
  test.each<[unknown, unknown]>([
    [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }, 1]] }, 'a-eu-west-1-1'],
    [sub('$(AWS::AccountId)/$(!kept)'), placeholders('000000000000/$(kept)')],
    [
      { 'Fn::Sub': [placeholders('$(A)+$(AWS::StackName)'), { A: { Ref: 'AWS::Partition' } }] },
      'aws+One',
    ],
    [{ 'Fn::Select': [1, { 'Fn::Split': [':', 'x:y:z'] }] }, 'y'],
    [{ a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 1] }, { b: [1] }],
    [{ 'Fn::Base64': 'hi' }, 'aGk='],
    [{ 'Fn::ToJsonString': { a: { Ref: 'AWS::URLSuffix' } } }, '{"a":"amazonaws.com"}'],
  ])('%j', (expression, expected) => {
    expect(value(expression)).toEqual(expected)
  })

  test('gives buckets names that S3 accepts, the same on every reading', () => {
    const Resources = {
      ['AVeryLongLogicalId'.repeat(5)]: bucket(),
      Named: bucket(sub('mine-$(AWS::Region)')),
    }
    const read = () =>
      readAssembly({ stacks: [stack('Some_Stack', { Resources })] }, place).resources
    const [long, named] = read()
    expect(long!.identity().name).toMatch(/^[a-z0-9-]{3,63}$/)
    expect(read()[0]!.identity().name).toBe(long!.identity().name)
    expect(named!.identity()).toMatchObject({
      name: 'mine-eu-west-1',
      attributes: { Arn: 'arn:aws:s3:::mine-eu-west-1' },
    })
  })

  test('gives a queue its local URL, and an API its local address wherever its AWS address would be', () => {
    const Resources = {
      Work: { Type: 'AWS::SQS::Queue' },
      Api: { Type: 'AWS::ApiGatewayV2::Api' },
    }
    expect(value({ Ref: 'Work' }, { Resources })).toMatch(
      /^http:\/\/127.0.0.1:9324\/000000000000\/One-Work-/,
    )
    const host = [
      'https://',
      { Ref: 'Api' },
      '.execute-api.',
      { Ref: 'AWS::Region' },
      '.amazonaws.com/x',
    ]
    expect(value({ 'Fn::Join': ['', host] }, { Resources })).toBe('http://127.0.0.1:8080/x')
    expect(value({ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }, { Resources })).toBe(
      'http://127.0.0.1:8080',
    )
    expect(value('https://other.execute-api.eu-west-1.amazonaws.com')).toContain('other')
  })

  test('reads values of other stacks, by export and by output', () => {
    const other = stack('Two', {
      Resources: { Files: bucket('files') },
      Outputs: {
        Name: {
          Value: { Ref: 'Files' },
          Export: { Name: sub('$(AWS::StackName):name') },
        },
      },
    })
    expect(value({ 'Fn::ImportValue': 'Two:name' }, {}, other)).toBe('files')
    expect(
      value({ 'Fn::GetStackOutput': { StackName: 'Two', OutputName: 'Name' } }, {}, other),
    ).toBe('files')
    expect(() => value({ 'Fn::ImportValue': 'Two:gone' }, {}, other)).toThrow(
      'no stack exports Two:gone',
    )
  })

  test('follows conditions, parameters and mappings', () => {
    const rest: Template = {
      Parameters: { Mode: { Default: 'small' } },
      Mappings: { Sizes: { small: { mb: 128 } } },
      Conditions: {
        Small: { 'Fn::Equals': [{ Ref: 'Mode' }, 'small'] },
        Large: { 'Fn::Not': [{ Condition: 'Small' }] },
      },
      Resources: { Extra: { ...bucket(), Condition: 'Large' } },
    }
    expect(
      value(
        { 'Fn::If': ['Small', { 'Fn::FindInMap': ['Sizes', { Ref: 'Mode' }, 'mb'] }, 0] },
        rest,
      ),
    ).toBe(128)
    expect(() => value({ Ref: 'Extra' }, rest)).toThrow('no resource Extra')
  })

  test.each([
    [{ 'Fn::Cidr': ['10.0.0.0/16', 1, 8] }, 'Fn::Cidr is not supported'],
    [{ 'Fn::GetAtt': ['Files', 'Colour'] }, 'Files has no attribute Colour'],
    [{ 'Fn::Select': [7, ['a']] }, 'outside its list'],
    [{ Ref: 'Nothing' }, 'One/output Out: no resource Nothing'],
  ])('%j is refused', (expression, message) => {
    expect(() => value(expression, { Resources: { Files: bucket() } })).toThrow(message)
  })

  test('ignores types without effect here, and refuses types that cannot run by name', () => {
    const Resources = {
      Role: { Type: 'AWS::IAM::Role' },
      Cache: { Type: 'AWS::ElastiCache::CacheCluster' },
    }
    expect(() => value('x', { Resources })).toThrow(
      'One/Cache: AWS::ElastiCache::CacheCluster cannot run locally',
    )
    const { Cache: _, ...rest } = Resources
    expect(value({ 'Fn::GetAtt': ['Role', 'Arn'] }, { Resources: rest })).toMatch(
      /^arn:aws:iam::000000000000:role\//,
    )
  })
})
