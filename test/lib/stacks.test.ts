import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { templatesOf } from './templates-of.ts'

type Resource = {
  Type: string
  Properties: Record<string, unknown>
  Metadata?: Record<string, unknown>
}

const { stacks } = templatesOf()
const resources = stacks.flatMap(({ template }) =>
  Object.entries((template as { Resources: Record<string, Resource> }).Resources),
)
function ofType(type: string) {
  return resources.filter(([, { Type }]) => Type === type)
}

test('makes the service and the pipeline', () => {
  expect(stacks.map(({ name }) => name)).toEqual(['DarkroomService', 'DarkroomPipeline'])
})

test('makes the pipeline alone for another service, and points it there', () => {
  const serviceUrl = 'https://service.example.com'
  const alone = templatesOf({}, { serviceUrl }).stacks
  expect(alone.map(({ name }) => name)).toEqual(['DarkroomPipeline'])
  expect(JSON.stringify(alone)).toContain(`"SERVICE_BASE_URL":"${serviceUrl}"`)
  // Which features another service carries out is not known.
  expect(JSON.stringify(alone)).not.toContain('SERVICE_OFFER')
})

test('tells the functions that begin jobs what the generator of its own service can do', () => {
  const { stacks: given } = templatesOf({}, { generator: { kind: 'bedrock' } })
  const offers = (all: typeof given) => [
    ...JSON.stringify(all).matchAll(/"SERVICE_OFFER":"(.*?[^\\\\])"/g),
  ]
  for (const text of [offers(stacks), offers(given)]) expect(text).toHaveLength(2)
  expect(offers(stacks)[0]![1]).not.toContain('generator')
  expect(offers(given)[0]![1]).toContain('bedrock')
})

test('runs every function on Node.js 24 and arm64, from a source that is there', () => {
  const functions = ofType('AWS::Lambda::Function')
  expect(functions.length).toBeGreaterThanOrEqual(12)
  for (const [id, { Properties, Metadata }] of functions) {
    expect(Properties, id).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] })
    expect(existsSync(join(PROJECT_ROOT, String(Metadata?.['darkroom:entry']))), id).toBe(true)
  }
})

test('makes no custom resource', () => {
  const types = resources.map(([, { Type }]) => Type)
  expect(types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([])
})

test('gives no function a right to everything', () => {
  type Statement = { Action: string | string[]; Resource: unknown }
  const broad = ofType('AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
    (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement.filter(
      ({ Action, Resource }) =>
        [Action].flat().some((action) => action.includes('*')) || [Resource].flat().includes('*'),
    ).map(({ Action }) => [id.replace(/[A-F0-9]{8}$/, ''), [Action].flat()]),
  )
  // Delivering execution logs and traces is the state machine's, and has no narrower resource in AWS.
  for (const [id, actions] of broad) {
    expect(id).toContain('WorkflowStateMachineRole')
    expect(String(actions)).toMatch(/^(logs|xray):/)
  }
})

test('puts dead letters behind every queue that is worked off, and an alarm on each', () => {
  const queues = ofType('AWS::SQS::Queue')
  const worked = queues.filter(([, { Properties }]) => 'RedrivePolicy' in Properties)
  const dead = worked.map(
    ([, { Properties }]) =>
      Properties['RedrivePolicy'] as { deadLetterTargetArn: { 'Fn::GetAtt': string[] } },
  )
  expect(worked.length).toBeGreaterThanOrEqual(4)
  const alarms = JSON.stringify(ofType('AWS::CloudWatch::Alarm'))
  for (const { deadLetterTargetArn } of dead) {
    expect(alarms).toContain(`["${deadLetterTargetArn['Fn::GetAtt'][0]}","QueueName"]`)
  }
  expect(alarms).toContain('ApproximateAgeOfOldestMessage')
  expect(alarms).toContain('ExecutionsFailed')
})

test('does not watch for single dead letters where a function takes them away', () => {
  const handled = ofType('AWS::Lambda::EventSourceMapping')
    .map(([, { Properties }]) => nameOf(Properties['EventSourceArn']))
    .filter((id) => id.includes('DeadLetters'))
  expect(handled).toHaveLength(2)
  const watching = ofType('AWS::CloudWatch::Alarm').filter(([, { Properties }]) =>
    handled.some((id) => JSON.stringify(Properties).includes(id)),
  )
  expect(watching).toHaveLength(2)
  for (const [, { Properties }] of watching) {
    expect(Properties).toMatchObject({ EvaluationPeriods: 15, Threshold: 0 })
    expect(JSON.stringify(Properties['Metrics'])).toContain('"Expression":"visible + hidden"')
  }
})

test('keeps the events that a function took from a rule and failed on', () => {
  type Rule = { Targets: { Arn: unknown; DeadLetterConfig?: { Arn: unknown } }[] }
  const targets = ofType('AWS::Events::Rule').flatMap(
    ([, { Properties }]) => (Properties as Rule).Targets,
  )
  const functions = targets.filter(
    ({ Arn, DeadLetterConfig }) => DeadLetterConfig && !nameOf(Arn).includes('Queue'),
  )
  expect(functions.length).toBeGreaterThanOrEqual(2)
  const destinations = ofType('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => {
    const { OnFailure } = Properties['DestinationConfig'] as { OnFailure: { Destination: unknown } }
    return [Properties['FunctionName'], OnFailure.Destination].map(nameOf)
  })
  for (const { Arn, DeadLetterConfig } of functions) {
    expect(destinations).toContainEqual([nameOf(Arn), nameOf(DeadLetterConfig?.Arn)])
  }
})

/** The resource a reference or an attribute names. */
function nameOf(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] }
  return Ref ?? attribute?.[0] ?? ''
}
