import { isDeepStrictEqual } from 'node:util'
import type { Assembly, TemplateResource } from '../../local/template/template.ts'

type Properties = Record<string, unknown>

/**
 * What holds something that a deployment must not lose, and which of its properties CloudFormation changes by making
 * another in its place ("Update requires: Replacement" in the Template Reference). A secret is not replaced but gets
 * another value where its generation changes.
 */
const HOLDING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': [
    'TableName',
    'KeySchema',
    'LocalSecondaryIndexes',
    'ImportSourceSpecification',
  ],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  // Its address is in clients' settings and in the secrets of webhooks.
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  // Another would leave its executions behind.
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 'StateMachineType'],
}

/** What a deployment of `now` over `then` would replace, remove or be refused for, each in a line. */
export function lossesBetween(then: Assembly, now: Assembly): string[] {
  return then.stacks.flatMap(({ name, template }) => {
    const present = now.stacks.find((stack) => stack.name === name)?.template
    if (!present) return [`${name}: the stack is gone`]
    return Object.entries(template.Resources ?? {})
      .filter(([, { Type }]) => Type in HOLDING)
      .flatMap(([id, before]) =>
        lossesOf(before, present.Resources?.[id]).map((loss) => `${name}/${id}: ${loss}`),
      )
  })
}

function lossesOf(before: TemplateResource, after: TemplateResource | undefined): string[] {
  if (after?.Type !== before.Type) return [`the ${before.Type} is gone`]
  const [from, to] = [before, after].map(({ Properties }) => (Properties ?? {}) as Properties)
  const changed = HOLDING[before.Type]!.filter((name) => !isDeepStrictEqual(from![name], to![name]))
  return [
    ...changed.map((name) => `${name} changes`),
    ...(kept(before) && !kept(after) ? ['it would not outlive the stack any more'] : []),
    ...(before.Type === 'AWS::DynamoDB::Table' ? indexLosses(from!, to!) : []),
  ]
}

function kept(resource: TemplateResource): boolean {
  return (resource as { DeletionPolicy?: string }).DeletionPolicy === 'Retain'
}

type Named = { IndexName: string; KeySchema: unknown }
type Attribute = { AttributeName: string; AttributeType: string }

/** An attribute of another type replaces the table, and one deployment makes or removes one index of a table. */
function indexLosses(from: Properties, to: Properties): string[] {
  const attributes = (of: Properties) =>
    new Map(
      ((of['AttributeDefinitions'] ?? []) as Attribute[]).map((one) => [
        one.AttributeName,
        one.AttributeType,
      ]),
    )
  const types = attributes(to)
  const retyped = [...attributes(from)].filter(
    ([name, type]) => types.has(name) && types.get(name) !== type,
  )
  const indexes = (of: Properties) => (of['GlobalSecondaryIndexes'] ?? []) as Named[]
  const keyOf = (list: Named[], name: string) =>
    list.find(({ IndexName }) => IndexName === name)?.KeySchema
  const names = [...new Set([...indexes(from), ...indexes(to)].map(({ IndexName }) => IndexName))]
  const [made, rekeyed] = [
    names.filter((name) => !keyOf(indexes(from), name) || !keyOf(indexes(to), name)),
    names.filter((name) => {
      const [before, after] = [from, to].map((of) => keyOf(indexes(of), name))
      return before && after && !isDeepStrictEqual(before, after)
    }),
  ]
  return [
    ...retyped.map(([name]) => `the attribute ${name} changes its type`),
    ...rekeyed.map((name) => `the index ${name} changes its key`),
    ...(made.length > 1 ? [`more than one index comes or goes: ${made.join(', ')}`] : []),
  ]
}
