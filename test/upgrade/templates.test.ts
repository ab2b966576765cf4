import { expect, test } from 'vitest'
import type { Assembly, TemplateResource } from '../../local/template/template.ts'
import { KEPT_NAMES, presentTemplates, readKeptTemplates } from './kept.ts'
import { lossesBetween } from './replacements.ts'

const present = presentTemplates()

test.each(KEPT_NAMES)('a deployment over %s replaces nothing that holds anything', (name) => {
  const then = readKeptTemplates(name)
  const types = then.stacks.flatMap(({ template }) =>
    Object.values(template.Resources ?? {}).map(({ Type }) => Type),
  )
  for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SQS::Queue']) {
    expect(types).toContain(type)
  }
  expect(lossesBetween(then, present)).toEqual([])
})

/** The present templates with every resource of a type changed, or without them. */
function changed(type: string, change: { properties?: object; of?: object } | undefined): Assembly {
  const copy = structuredClone(present)
  for (const { template } of copy.stacks) {
    const resources = (template.Resources ?? {}) as Record<string, TemplateResource>
    for (const [id, resource] of Object.entries(resources)) {
      if (resource.Type !== type) continue
      if (!change) delete resources[id]
      else Object.assign(resource, change.of)
      Object.assign(resource.Properties ?? {}, change?.properties)
    }
  }
  return copy
}

const TWO_INDEXES = ['a', 'b'].map((IndexName) => ({ IndexName, KeySchema: [] }))

test.each([
  ['AWS::SQS::Queue', { properties: { QueueName: 'q' } }, /QueueName changes/],
  ['AWS::S3::Bucket', undefined, /the AWS::S3::Bucket is gone/],
  ['AWS::S3::Bucket', { of: { DeletionPolicy: 'Delete' } }, /would not outlive/],
  ['AWS::DynamoDB::Table', { properties: { KeySchema: [] } }, /KeySchema changes/],
  [
    'AWS::DynamoDB::Table',
    { properties: { GlobalSecondaryIndexes: TWO_INDEXES } },
    /more than one index comes or goes/,
  ],
  ['AWS::SecretsManager::Secret', { properties: { GenerateSecretString: {} } }, /String changes/],
])('a change of every %s to %o is noticed', (type, change, words) => {
  expect(lossesBetween(present, changed(type, change)).join('\n')).toMatch(words)
})
