import { beforeAll, describe, expect, test } from 'vitest'
import { templatesOf } from './templates-of.ts'
import { unallowedSenders } from './unallowed-senders.ts'

type Json = Record<string, unknown>
type Resources = Record<string, { Type: string; Properties?: Json }>

const templates: Record<string, Resources> = {}
beforeAll(() => {
  const notify = { topic: true, webhook: { url: 'https://example.com/hook' } } as const
  for (const { name, template } of templatesOf({}, { notify }).stacks) {
    templates[name] = template.Resources as Resources
  }
})

test('both stacks have alarms, rules and routes to look at', () => {
  expect(Object.keys(templates).sort()).toEqual(['DarkroomPipeline', 'DarkroomService'])
  for (const resources of Object.values(templates)) {
    const types = Object.values(resources).map(({ Type }) => Type)
    expect(types).toContain('AWS::CloudWatch::Alarm')
    expect(types).toContain('AWS::ApiGatewayV2::Integration')
  }
})

test('whoever sends to a topic, queue or function is allowed there by a policy', () => {
  for (const [stack, resources] of Object.entries(templates)) {
    expect(unallowedSenders(resources), stack).toEqual([])
  }
})

describe('a permission that is missing is found', () => {
  const cases = [
    ['the alarms’ topic policy', 'AWS::SNS::TopicPolicy', 'cloudwatch.amazonaws.com'],
    ['a queue policy', 'AWS::SQS::QueuePolicy', 'events.amazonaws.com'],
    ['a function’s permission', 'AWS::Lambda::Permission', 'apigateway.amazonaws.com'],
  ] as const
  test.each(cases)('%s', (_, type, principal) => {
    const resources = structuredClone(templates['DarkroomPipeline']!)
    const planted = Object.entries(resources).filter(
      ([, resource]) => resource.Type === type && JSON.stringify(resource).includes(principal),
    )
    expect(planted.length).toBeGreaterThan(0)
    for (const [id] of planted) delete resources[id]
    expect(unallowedSenders(resources).join('\n')).toContain(principal)
  })

  test('a policy that only denies', () => {
    const resources = structuredClone(templates['DarkroomService']!)
    for (const { Type, Properties } of Object.values(resources)) {
      if (Type !== 'AWS::SNS::TopicPolicy') continue
      const document = Properties!['PolicyDocument'] as { Statement: { Effect: string }[] }
      document.Statement = document.Statement.filter(({ Effect }) => Effect === 'Deny')
    }
    expect(unallowedSenders(resources).join('\n')).toContain('cloudwatch.amazonaws.com')
  })
})
