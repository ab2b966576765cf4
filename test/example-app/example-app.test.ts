import { DropPipeline } from '@darkroom/cdk'
import { App, Stack, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { AwsSolutionsChecks } from 'cdk-nag'
import { beforeAll, expect, test } from 'vitest'
import { FEATURES } from '../../catalog/features/features.ts'
import { exampleApp } from './app.ts'

/** Bundling is what takes the time, and nothing here reads the code. */
const context = { 'aws:cdk:bundling-stacks': [] }

type Resource = { Type: string; Properties?: Record<string, unknown>; DeletionPolicy?: string }

const templates: Record<string, Record<string, Resource>> = {}

beforeAll(() => {
  // Throws when cdk-nag finds anything that is not acknowledged. CloudFormation's own rules are the deployment's.
  const { stacks } = exampleApp({ context, builtinCloudFormationValidation: false }).synth()
  for (const { stackName, template } of stacks) templates[stackName] = template.Resources
}, 300_000)

function ofType(stack: string, type: string): Resource[] {
  return Object.values(templates[stack] ?? {}).filter(({ Type }) => Type === type)
}

function variables(stack: string, name: string): unknown[] {
  return ofType(stack, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
    const { Environment } = Properties as { Environment?: { Variables: Record<string, unknown> } }
    return Environment?.Variables[name] ?? []
  })
}

test('three flavours synthesize, with nothing cdk-nag finds', () => {
  expect(Object.keys(templates).sort()).toEqual(['Archive', 'Portraits', 'Studio'])
})

test('what is not acknowledged stops a synthesis', () => {
  const app = new App({ builtinCloudFormationValidation: false })
  new Bucket(new Stack(app, 'Careless'), 'Open')
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  expect(() => app.synth()).toThrow('AwsSolutions-S10')
})

test('nothing has a name of its own, so that two of everything fit beside each other', () => {
  const names =
    /^(?:(?:Bucket|Table|Queue|Function|StateMachine|Topic|Role|LogGroup|Dashboard|Alarm|Rule)?Name|PolicyName)$/
  const named = Object.entries(templates).flatMap(([stack, resources]) =>
    Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) =>
      Object.keys(Properties)
        .filter((property) => names.test(property) && typeof Properties[property] === 'string')
        // The name of a policy is unique within its role, and the library makes it of the policy's place.
        .filter((property) => !(property === 'PolicyName' && id === Properties[property]))
        .filter((property) => !(Type.startsWith('AWS::ApiGatewayV2') && property === 'Name'))
        .map((property) => `${stack}/${id} ${Type} ${property}`),
    ),
  )
  expect(named).toEqual([])
  expect(ofType('Archive', 'AWS::StepFunctions::StateMachine')).toHaveLength(4)
  expect(ofType('Archive', 'AWS::SecretsManager::Secret')).toHaveLength(2)
})

test('uses buckets, secrets and topics that were there before, and makes none beside them', () => {
  expect(ofType('Portraits', 'AWS::S3::Bucket')).toEqual([])
  expect(ofType('Portraits', 'AWS::SecretsManager::Secret')).toEqual([])
  expect(new Set(variables('Portraits', 'RESULTS_BUCKET'))).toEqual(new Set(['studio-finished']))
  expect(new Set(variables('Portraits', 'RESULTS_PREFIX'))).toEqual(new Set(['darkroom/']))
  const alarms = ofType('Portraits', 'AWS::CloudWatch::Alarm')
  expect(alarms.length).toBeGreaterThan(5)
  for (const { Properties } of alarms) {
    expect(Properties?.['AlarmActions']).toEqual([expect.stringMatching(/:on-call$/)])
  }
})

test('trusts its own service with repeated creations, and another one only when told to', () => {
  expect(new Set(variables('Studio', 'SERVICE_IDEMPOTENT'))).toEqual(new Set(['true']))
  expect(new Set(variables('Portraits', 'SERVICE_IDEMPOTENT'))).toEqual(new Set(['false']))
  expect(new Set(variables('Archive', 'SERVICE_IDEMPOTENT'))).toEqual(new Set(['true']))
})

test('gives tables and logs the life that was asked for', () => {
  const policies = (stack: string) =>
    new Set(ofType(stack, 'AWS::DynamoDB::Table').map(({ DeletionPolicy }) => DeletionPolicy))
  expect(policies('Portraits')).toEqual(new Set(['Delete']))
  expect(policies('Studio')).toEqual(new Set(['Retain']))
  const days = ofType('Portraits', 'AWS::Logs::LogGroup').map(
    ({ Properties }) => Properties?.['RetentionInDays'],
  )
  expect(days.filter((kept) => kept === 90).length).toBeGreaterThan(10)
})

test('puts recipes into the drop bucket by one function a stack, which reaches recipes alone', () => {
  const given = ['Portraits', 'Studio', 'Archive'].map((stack) => [
    ofType(stack, 'Custom::CDKBucketDeployment').length,
    ofType(stack, 'AWS::Lambda::Function').filter(({ Properties }) =>
      String(Properties?.['Runtime']).startsWith('python'),
    ).length,
  ])
  expect(given).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
  ])
})

function refusal(recipes: Record<string, object>): string {
  const stack = new Stack(new App({ context }))
  try {
    new DropPipeline(stack, 'Refused', {
      provider: { service: 'https://a.example' },
      recipes,
    })
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('refuses recipes at synthesis, naming each one, its field and the rule', () => {
  const steps = [{ feature: 'body-reshape', parameters: { features: { slim: -600 } } }]
  const names = FEATURES.map(({ name }) => name).join(', ')
  expect(
    refusal({ slim: { steps }, Bad: { steps }, none: { steps: [{ feature: 'magic' }] } }),
  ).toBe(
    [
      'recipes.slim: steps[0].parameters.features.slim is below the allowed minimum. At least -100 is required.',
      'recipes.Bad: a recipe’s name has 1 to 64 of a–z, 0–9 and -, and does not begin with -.',
      `recipes.none: steps[0].feature is not one of the accepted values. Accepted: ${names}.`,
    ].join('\n'),
  )
})

test.each(['service.example.com', 'https://service.example.com/s2s', 'ftp://service.example.com'])(
  'refuses %s as a service',
  (service) => {
    const stack = new Stack(new App({ context }))
    expect(() => new DropPipeline(stack, 'Refused', { provider: { service } })).toThrow(
      `provider.service must be https://… without a path: "${service}".`,
    )
  },
)
