import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HIDDEN_DELIVERIES } from '../../catalog/limits/throttles.ts'
import { WAIT_SECONDS, WORK_SECONDS } from '../../catalog/tasks/task-times.ts'
import { KEEP_CALLBACK_SECONDS } from '../../functions/pipeline/core/adapters/dynamo-inbox.ts'
import { renewalOf } from '../../functions/pipeline/core/inbox/renew-request.ts'
import { REPEATABLE_SECONDS } from '../../functions/pipeline/core/inbox/renew-task.ts'
import { SOURCE_SECONDS } from '../../functions/pipeline/core/steps/sign-url.ts'
import { SIGNED_SECONDS } from '../../functions/service/core/broker/sign-upload.ts'
import { MAX_DELAY_SECONDS } from '../../functions/service/core/ports/queue.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { batchDefinition } from '../../lib/workflow/batch-definition.ts'
import { MOST_SECONDS } from '../../lib/workflow/job-definition.ts'
import { localTemplates } from '../stack/local-templates.ts'

/** What ends while something waits is longer than the wait, or is begun anew: docs/pipeline.md has the list. */

type Resource = { Type: string; Properties: Record<string, unknown> }
const resources = (await localTemplates()).stacks.flatMap(({ template }) =>
  Object.entries((template as { Resources: Record<string, Resource> }).Resources),
)
const DAY = 86_400
/** The most that a recipe may give the work on a task. */
const MOST_WORK = DAY

test('a message of a task is kept for longer than the task may wait and be worked on', () => {
  const queues = resources.filter(
    ([id, { Type }]) => Type === 'AWS::SQS::Queue' && /Workers(?:Pictures|Videos)Queue/.test(id),
  )
  expect(queues).toHaveLength(2)
  for (const [id, { Properties }] of queues) {
    const kept = Number(Properties['MessageRetentionPeriod'])
    expect(kept, id).toBeGreaterThan(WAIT_SECONDS + WORK_SECONDS)
  }
  // A message that is put back is a new one, whose retention begins anew.
  expect(MAX_DELAY_SECONDS).toBeLessThan(WORK_SECONDS)
})

test('a worker that dies does not end a task: its message is delivered again before it is a dead letter', () => {
  const counts = Object.fromEntries(
    resources.flatMap(([id, { Type, Properties }]) => {
      const [, kind] = /Workers(Pictures|Videos)Queue/.exec(id) ?? []
      const { maxReceiveCount } = (Properties?.['RedrivePolicy'] ?? {}) as Record<string, unknown>
      return Type === 'AWS::SQS::Queue' && kind ? [[kind, maxReceiveCount]] : []
    }),
  )
  expect(counts).toEqual({ Pictures: 4, Videos: 2 })
  // What waits is sent anew and not thrown; functions/service/run-task has tests of it.
  const row = readFileSync(join(PROJECT_ROOT, 'docs/pipeline.md'), 'utf8')
  expect(row).toContain(
    `(\`maxReceiveCount\`) | ${counts['Pictures']} for pictures, ${counts['Videos']} for videos |`,
  )
})

test('a queue allows the deliveries that hide a throttled message besides those that may fail', () => {
  const counts = resources.flatMap(([id, { Type, Properties }]) => {
    const [, queue] = /(Dropped|Manifests|Ends|Watched)Queue/.exec(id) ?? []
    const { maxReceiveCount } = (Properties?.['RedrivePolicy'] ?? {}) as Record<string, unknown>
    return Type === 'AWS::SQS::Queue' && queue ? [[queue, maxReceiveCount]] : []
  })
  const [few, more] = [5 + HIDDEN_DELIVERIES, 12 + HIDDEN_DELIVERIES]
  expect(Object.fromEntries(counts)).toEqual({
    Dropped: few,
    Manifests: few,
    Ends: few,
    Watched: more,
  })
})

test('a URL that a worker is given lasts for as long as the worker', () => {
  const timeouts = resources.flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::Lambda::Function' && /RunTask|RunVideoTask|WorkSegments/.test(id)
      ? [Number(Properties['Timeout'])]
      : [],
  )
  expect(timeouts).toHaveLength(3)
  expect(SIGNED_SECONDS).toBeGreaterThanOrEqual(Math.max(...timeouts))
})

test('a file in an upload slot is kept for longer than a task that uses it may wait and be worked on', () => {
  const [, files] = resources.find(([id]) => /ServiceStoresFiles|StoresFiles/.test(id)) ?? []
  const { Rules = [] } = (files?.Properties['LifecycleConfiguration'] ?? {}) as {
    Rules?: Record<string, unknown>[]
  }
  const all = Rules.filter((rule) => !rule['Prefix'] && rule['ExpirationInDays'])
  expect(all).toHaveLength(1)
  expect(Number(all[0]?.['ExpirationInDays']) * DAY).toBeGreaterThan(WAIT_SECONDS + WORK_SECONDS)
})

test('the inbox keeps a token for longer than its state waits', () => {
  expect(KEEP_CALLBACK_SECONDS).toBeGreaterThan(WAIT_SECONDS + MOST_WORK)
})

test('a URL that is renewed in time lasts for longer than the work that may begin just then', () => {
  const of = { object: { bucket: 'drop', key: 'a' } }
  const due = renewalOf({ signed: [{ url: 'https://example.com/a', at: 0, of }] }) ?? 0
  // The longest pause between two looks at a task.
  const late = due + MAX_DELAY_SECONDS
  expect(SOURCE_SECONDS - late).toBeGreaterThan(WORK_SECONDS)
  // Nothing is renewed once an Idempotency-Key may be forgotten, and the last URL lasts beyond the wait.
  expect(REPEATABLE_SECONDS).toBeLessThan(DAY)
  expect(REPEATABLE_SECONDS - late + SOURCE_SECONDS).toBeGreaterThan(WAIT_SECONDS)
})

test('an execution lasts for longer than the waits of a detection and an effect, and one more step', () => {
  expect(MOST_SECONDS).toBeGreaterThan(3 * (WAIT_SECONDS + MOST_WORK))
})

test('what is prepared for a job, and the uploads of a task, outlive them', () => {
  const rules = resources.flatMap(
    ([, { Type, Properties }]) =>
      (Type === 'AWS::S3::Bucket' &&
        (Properties['LifecycleConfiguration'] as { Rules: Record<string, unknown>[] })?.Rules) ||
      [],
  )
  const days = (prefix: string) => {
    const [rule] = rules.filter((one) => String(one['Prefix'] ?? '') === prefix)
    return Number(rule?.['ExpirationInDays'])
  }
  expect(days('prepared/') * DAY).toBeGreaterThanOrEqual(MOST_SECONDS)
  expect(days('segments/') * DAY).toBeGreaterThan(WORK_SECONDS)
})

test('a batch looks at its jobs for as long as they may live', () => {
  const functions = { readManifest: '', workChunk: '', reportChunk: '', closeBatch: '' }
  const text = JSON.stringify(
    batchDefinition({ partition: 'aws', functions, results: { bucket: '', prefix: '' } }),
  )
  const { TimeoutSeconds, Retry } = JSON.parse(text).States.EachChunk.ItemProcessor.States.WorkChunk
  expect(TimeoutSeconds * Retry[0].MaxAttempts).toBeGreaterThan(MOST_SECONDS)
})
