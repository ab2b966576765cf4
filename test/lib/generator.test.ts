import { App, Stack, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { SmallFunction } from '../../lib/constructs/small-function.ts'
import { GeneratorAccess } from '../../lib/service/generator-access.ts'
import { plain } from './plain.ts'
import { templatesOf } from './templates-of.ts'

type Resource = { Type: string; Properties: Record<string, unknown> }
type Statement = { Action: string; Resource: unknown }

function resourcesWith(context: Record<string, unknown>) {
  const { stacks } = templatesOf(context)
  return stacks.flatMap(({ template }) =>
    Object.entries((template as { Resources: Record<string, Resource> }).Resources).map(
      ([id, resource]) => ({ id, ...resource }),
    ),
  )
}

function variablesOf(resources: ReturnType<typeof resourcesWith>, name: string) {
  return resources.flatMap(({ id, Properties }) => {
    const { Variables } = (Properties?.['Environment'] ?? {}) as { Variables?: object }
    const value: unknown = (Variables as Record<string, unknown> | undefined)?.[name]
    return value === undefined ? [] : [{ id, value }]
  })
}

function rightsOf(resources: ReturnType<typeof resourcesWith>, action: RegExp) {
  return resources
    .filter(({ Type }) => Type === 'AWS::IAM::Policy')
    .flatMap(({ id, Properties }) =>
      (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement.filter(({ Action }) =>
        [Action].flat().some((one) => action.test(one)),
      ).flatMap(({ Resource }) => [Resource].flat().map((one) => ({ id, on: String(plain(one)) }))),
    )
}

describe('a service without a generator', () => {
  const resources = resourcesWith({})
  test('knows of none and may use none', () => {
    expect(variablesOf(resources, 'GENERATOR')).toEqual([])
    expect(rightsOf(resources, /^bedrock:/)).toEqual([])
    expect(variablesOf(resources, 'GENERATOR_PRICE')).toEqual([])
  })
})

describe('a service with Bedrock', () => {
  const resources = resourcesWith({
    generator: 'bedrock',
    generatorRegion: 'us-east-1',
    generatorVideoBucket: 'our-videos',
    generatorModels: '{"erase":"us.stability.stable-image-inpaint-v1:0"}',
  })

  test('may invoke each profile in its region and the model behind it in all three', () => {
    const rights = rightsOf(resources, /^bedrock:InvokeModel$/)
    expect([...new Set(rights.map(({ id }) => id.includes('Workers')))]).toEqual([true])
    const reached = new Set(rights.map(({ on }) => on.replace('arn:<AWS::Partition>:bedrock:', '')))
    const models = [...reached].filter((on) => on.includes('inpaint')).toSorted()
    expect(models).toEqual([
      'us-east-1::foundation-model/stability.stable-image-inpaint-v1:0',
      'us-east-1:<AWS::AccountId>:inference-profile/us.stability.stable-image-inpaint-v1:0',
      'us-east-2::foundation-model/stability.stable-image-inpaint-v1:0',
      'us-west-2::foundation-model/stability.stable-image-inpaint-v1:0',
    ])
    expect([...reached].some((on) => on.includes('erase-object'))).toBe(false)
    expect(reached).toContain('us-west-2::foundation-model/luma.ray-v2:0')
    expect([...reached].filter((on) => on.includes('*'))).toEqual([])
  })

  test('may look at its videos and keep them under one prefix', () => {
    const objects = rightsOf(resources, /^s3:PutObject$/).filter(({ on }) => on.includes('videos'))
    expect(new Set(objects.map(({ on }) => on.replace('arn:<AWS::Partition>:', '')))).toEqual(
      new Set(['s3:::our-videos/darkroom-videos/*']),
    )
    expect(rightsOf(resources, /^bedrock:GetAsyncInvoke$/)).toHaveLength(2)
  })

  test('tells the API what it can, and the budget what a picture costs', () => {
    const told = variablesOf(resources, 'GENERATOR')
    expect(told).toHaveLength(4)
    expect(new Set(told.map(({ value }) => value)).size).toBe(1)
    expect(variablesOf(resources, 'GENERATOR_PRICE').map(({ value }) => value)).toContain('0.08')
  })
})

describe('a service with a server of one’s own', () => {
  const resources = resourcesWith({
    generator: 'openai:https://images.example/v1',
    generatorDollarsPerPicture: '0.04',
  })

  test('has a secret for its key, which the workers alone may read', () => {
    const secrets = rightsOf(resources, /^secretsmanager:GetSecretValue$/)
    const own = secrets.filter(({ on }) => on.includes('GeneratorKey'))
    expect(own.map(({ id }) => id.includes('Workers'))).toEqual([true, true])
    expect(variablesOf(resources, 'GENERATOR_SECRET_ARN')).toHaveLength(2)
    expect(JSON.stringify(variablesOf(resources, 'GENERATOR'))).not.toMatch(/key|secret/i)
  })
})

test.each([
  [{ generator: 'stability' }, 'generator must be'],
  [{ generator: 'openai:http://10.0.0.9/v1' }, 'generator.url'],
  [{ generator: 'bedrock', generatorRegion: 'eu-west-1' }, 'generator.region'],
  [{ generator: 'bedrock', generatorDollarsPerTask: 'much' }, 'generatorDollarsPerTask'],
  [{ generator: 'bedrock', generatorModels: 'x' }, 'generatorModels'],
  [{ generator: 'openai:https://a.example/v1', generatorPrivate: 'maybe' }, 'generatorPrivate'],
])('%j is refused by its name', (context, message) => {
  expect(() => resourcesWith(context)).toThrow(message)
})

test('the rights for a generator leave nothing for cdk-nag to find', () => {
  const app = new App({ analyticsReporting: false, context: { 'aws:cdk:bundling-stacks': [] } })
  const stack = new Stack(app, 'Alone')
  const { fn } = new SmallFunction(stack, 'Worker', { entry: 'functions/service/sweep/handler.ts' })
  const videos = { kind: 'bedrock', videoBucket: 'our-videos' } as const
  new GeneratorAccess(stack, 'Bedrock', videos).grantUse(fn)
  const server = { kind: 'openai', url: 'https://images.example/v1' } as const
  new GeneratorAccess(stack, 'Server', server).grantUse(fn)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  expect(() => app.synth()).not.toThrow()
})
