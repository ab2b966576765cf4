import { Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { requireNoOverlap } from '../../lib/pipeline/pipeline-stores.ts'
import { PipelineStack } from '../../lib/stacks/pipeline-stack.ts'
import { templatesOf } from './templates-of.ts'
import { unbundledApp } from './unbundled-app.ts'

const provider = { service: 'https://example.com' }

test.each([
  ['drop/', true],
  ['drop/results/', true],
  ['d', true],
  ['recipes/', true],
  ['inputs/made/', true],
  ['results', true],
  ['/results/', true],
  ['', true],
  ['results', false],
])('refuses results under %j of the drop bucket: %s', (prefix, inDropBucket) => {
  expect(() => requireNoOverlap({ prefix, inDropBucket })).toThrow(/results\.prefix/)
})

test.each([
  ['results/', true],
  ['dropped-results/', true],
  ['drop/', false],
])('takes results under %j, in the drop bucket: %s', (prefix, inDropBucket) => {
  expect(() => requireNoOverlap({ prefix, inDropBucket })).not.toThrow()
})

test('does not synthesize a pipeline whose results would begin jobs', () => {
  const results = { prefix: 'drop/done/', inDropBucket: true }
  const make = () => new PipelineStack(unbundledApp(), 'Pipeline', { provider, results })
  expect(make).toThrow('results.prefix "drop/done/" overlaps with "drop/" of the same bucket.')
})

test('files results in the drop bucket when it is told to, under rules that end their keeping', () => {
  const results = { prefix: 'made/', inDropBucket: true }
  const stack = new PipelineStack(unbundledApp(), 'Pipeline', { provider, results })
  const buckets = Object.values(Template.fromStack(stack).findResources('AWS::S3::Bucket'))
  expect(buckets).toHaveLength(1)
  expect(JSON.stringify(buckets)).toContain('"Prefix":"made/"')
  const functions = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'))
  const prefixes = functions.flatMap(
    ({ Properties }) => Properties.Environment?.Variables?.RESULTS_PREFIX ?? [],
  )
  expect(new Set(prefixes)).toEqual(new Set(['made/']))
})

function idempotent(options: Parameters<typeof templatesOf>[1]): Set<unknown> {
  const { stacks } = templatesOf({}, options)
  const { template } = stacks.find(({ name }) => name === 'DarkroomPipeline')!
  return new Set(
    Object.values(template.Resources ?? {}).flatMap(({ Properties }) => {
      const { Variables } = (Properties?.['Environment'] ?? {}) as { Variables?: object }
      const { SERVICE_IDEMPOTENT = [] } = (Variables ?? {}) as { SERVICE_IDEMPOTENT?: string }
      return SERVICE_IDEMPOTENT
    }),
  )
}

test('trusts only our own service, and one it is told of, with repeated creations', () => {
  expect(idempotent({})).toEqual(new Set(['true']))
  const serviceUrl = 'https://service.example.com'
  expect(idempotent({ serviceUrl })).toEqual(new Set(['false']))
  expect(idempotent({ serviceUrl, serviceIdempotent: true })).toEqual(new Set(['true']))
})
