import { expect, test } from 'vitest'
import { batchEntry } from '../../../../../functions/pipeline/core/batches/batch-entry.ts'
import { batchId, batchKeys } from '../../../../../functions/pipeline/core/batches/batch-names.ts'
import { sourceFolder } from '../../../../../functions/pipeline/core/batches/source-folder.ts'
import { tooManyFailures } from '../../../../../functions/pipeline/core/batches/too-many-failures.ts'
import { boundedMessage } from '../../../../../functions/pipeline/core/jobs/bounded-message.ts'
import { eventOf } from '../../../../../functions/pipeline/core/jobs/event-of.ts'
import { distinctNames } from '../../../../../functions/pipeline/core/results/distinct-names.ts'
import { fullUntil, holdsTurn } from '../../../../../functions/pipeline/core/waiting/hold-turns.ts'

test.each([
  [{ failed: 5 }, {}, 10, undefined],
  [{ failed: 6 }, {}, 10, '6 of 10 items failed, 50 per cent are tolerated.'],
  [{ failed: 5, refused: 1 }, {}, 10, undefined],
  [{ failed: 5, refused: 1 }, { refusalsCount: true }, 10, '6 of 10 items failed'],
  [{ failed: 4 }, { refusalsCount: true }, 10, undefined],
  [{ failed: 0 }, { tolerated: 0 }, 10, undefined],
  [{ failed: 1 }, { tolerated: 0 }, 10, '1 of 10 items failed'],
])('%j of a batch with %j and %i items', (counts, batch, total, says) => {
  const error = tooManyFailures(counts, { tolerated: 50, ...batch } as never, total)
  if (says === undefined) return expect(error).toBeUndefined()
  expect([error?.name, error?.message]).toEqual(['TooManyFailures', expect.stringContaining(says)])
})

test('a batch is named by where its manifest lies, and so are its files', () => {
  const at = { bucket: 'b', key: 'k', version: 'v' }
  expect(batchId(at)).toMatch(/^batch-[0-9a-f]{40}$/)
  const others = [
    { ...at, version: 'w' },
    { ...at, key: 'kv', version: '' },
    { ...at, bucket: 'bk' },
  ]
  expect(new Set([at, ...others].map(batchId)).size).toBe(4)
  const { chunks, part, results } = batchKeys('batch-1', 'out/')
  expect([chunks, part(3), results]).toEqual([
    'out/batches/batch-1/chunks.jsonl',
    'out/batches/batch-1/parts/3.jsonl',
    'out/batches/batch-1/results.jsonl',
  ])
  expect(batchEntry({ id: 'batch-1', createdAt: '2026' })).toMatchObject({ entry: '2026~batch-1' })
})

test.each([
  ['files/a/b.jpg', 'a'],
  ['drop/slim/a/b.jpg', 'a'],
  ['drop/slim/b.jpg', '.'],
  ['other/files/b.jpg', 'other/files'],
  ['files/drop/slim/b.jpg', 'drop/slim'],
])('results of %s lie in %s', (key, folder) => {
  expect(sourceFolder(key)).toBe(folder)
})

test('a message has a thousand characters, and no half of one', () => {
  expect(boundedMessage('x'.repeat(1000))).toBe('x'.repeat(1000))
  expect(boundedMessage('x'.repeat(1001))).toBe(`${'x'.repeat(1000)}…`)
  expect(boundedMessage('a\ud800')).toBe('a\ufffd')
})

test('a service is full as long as it says, or for five seconds, and holds nobody for longer than five minutes', () => {
  expect([fullUntil(10, 3), fullUntil(10, 0)]).toEqual([13, 15])
  const held = (now: number, waited: number) => holdsTurn(10, { now, waited })
  expect([held(9, 299), held(10, 299), held(9, 300)]).toEqual([true, false, false])
})

const JOB = {
  id: 'job-1',
  attempt: 0,
  source: { bucket: 'drop', key: 'k', version: 'v', size: 1 },
  recipe: { name: 'slim' },
  createdAt: '2026-01-31T00:00:00.000Z',
}

test('an event tells what there is of a job, and when', () => {
  const bare = eventOf({ ...JOB, status: 'failed' })
  expect(bare).toMatchObject({ at: JOB.createdAt, elapsedMs: 0, results: [] })
  for (const name of ['failure', 'refused', 'parked', 'batched'])
    expect(bare).not.toHaveProperty(name)
  expect(bare.recipe).toEqual({ name: 'slim' })
  const ended = { ...JOB, status: 'succeeded', finishedAt: '2026-01-31T00:00:02.500Z' } as const
  expect(eventOf(ended)).toMatchObject({ at: ended.finishedAt, elapsedMs: 2500 })
  const parked = { reason: 'r', since: '2026-01-31T00:00:01.000Z', until: 'u' }
  expect(eventOf({ ...ended, status: 'parked', parked })).toMatchObject({ elapsedMs: 1000, parked })
  const before = { ...ended, finishedAt: '2026-01-30T00:00:00.000Z' }
  expect(eventOf(before).elapsedMs).toBe(0)
  const whole = {
    ...ended,
    batched: true,
    refused: { step: 0, code: 'c', words: 'w' },
    failure: { code: 'JobFailed', message: 'm', state: 's', retryable: false },
    recipe: { name: 'slim', sha256: 'a', overrides: 'b', changes: 'c' },
    sourceHash: { sha256: 'h' },
  } as const
  expect(eventOf(whole)).toMatchObject({
    batched: true,
    refused: whole.refused,
    failure: whole.failure,
    recipe: whole.recipe,
    source: { sha256: 'h' },
  })
  // A parked job has cost none of the transitions that a failure adds.
  expect(eventOf({ ...ended, status: 'parked', parked }).cost.dollars).toBeLessThan(
    eventOf({ ...ended, status: 'failed' }).cost.dollars,
  )
})

const steps = (feature: string) => [{ feature }]
const plan = (name: string, output: object = {}, feature = 'body-reshape') =>
  ({ steps: steps(feature), output: { name, ...output } }) as never

/** What is said of the last of these files, of one folder where they name none. */
function clash(...files: object[]) {
  const clashOf = distinctNames()
  const whole = files.map((file) => ({
    recipe: 'slim',
    folder: 'f',
    plan: plan('x'),
    shown: 's',
    ...file,
  }))
  return whole.map((file) => clashOf(file as never)).at(-1)
}

test.each<[string, object, object, boolean]>([
  ['of one name', { key: 'a.jpg' }, { key: 'b.jpg' }, true],
  [
    'of default names',
    { key: 'a.jpg', plan: plan('{stem}') },
    { key: 'b.jpg', plan: plan('{stem}') },
    false,
  ],
  ['of one file, named twice', { key: 'a.jpg' }, { key: 'a.jpg' }, false],
  [
    'of one file in one version',
    { key: 'a.jpg', version: '1' },
    { key: 'a.jpg', version: '1' },
    false,
  ],
  ['of one file in no version', { key: 'a.jpg', version: '1' }, { key: 'a.jpg' }, false],
  ['of two versions', { key: 'a.jpg', version: '1' }, { key: 'a.jpg', version: '2' }, true],
  ['of two recipes', { key: 'a.jpg' }, { key: 'a.jpg', recipe: 'other' }, true],
  ['in two folders', { key: 'a.jpg' }, { key: 'b.jpg', folder: 'g' }, false],
  ['of two formats', { key: 'a.jpg' }, { key: 'b.png' }, false],
  ['of formats that become one', { key: 'a.jpg' }, { key: 'b.JPEG' }, true],
  ['of a format that is not kept', { key: 'a.heic' }, { key: 'b.png' }, true],
  [
    'of one format that is wished for',
    { key: 'a.jpg', plan: plan('x', { format: 'png' }) },
    { key: 'b.png', plan: plan('x', { format: 'png' }) },
    true,
  ],
  [
    'of analyses',
    { key: 'a.jpg', plan: plan('x', {}, 'fitzpatrick-scale-analyzer') },
    { key: 'b.png', plan: plan('x', {}, 'fitzpatrick-scale-analyzer') },
    true,
  ],
  [
    'with their stems',
    { key: 'a.jpg', plan: plan('x-{stem}') },
    { key: 'b.jpg', plan: plan('x-{stem}') },
    false,
  ],
])('results %s', (_, one, other, clashes) => {
  expect(clash(one, other) !== undefined).toBe(clashes)
})

test('the earlier file is named, also behind one that fits', () => {
  const said = clash({ key: 'a.jpg', shown: 'A' }, { key: 'c.png' }, { key: 'b.png', shown: 'B' })
  expect(said).toBe(
    `The results of s and B would have one name, x: the recipe's output.name is "x".`,
  )
})
