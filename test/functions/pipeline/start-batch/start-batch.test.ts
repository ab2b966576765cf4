import { expect, test } from 'vitest'
import { batchId } from '../../../../functions/pipeline/core/batches/batch-names.ts'
import {
  type StartBatchDeps,
  startBatch,
} from '../../../../functions/pipeline/start-batch/start-batch.ts'

const NOW = Date.parse('2026-01-31T00:00:00.000Z')

async function start(
  metadata: Record<string, string> = {},
  object: object = { key: 'batches/slim/m.jsonl', 'version-id': 'v1' },
  gone = false,
  recorded: object[] = [],
  time?: string,
) {
  const made: unknown[] = []
  const since: string[] = []
  const started: unknown[] = []
  const deps = {
    batches: {
      create: async (batch: unknown) => void made.push(batch),
      createdSince: async (time: string) => {
        since.push(time)
        return recorded
      },
    },
    objects: {
      head: async () => (gone ? undefined : { version: 'v1', size: 9, etag: 'e', metadata }),
    },
    startExecution: async (...given: unknown[]) => {
      started.push(given)
      return 'started'
    },
    now: () => NOW,
  } as unknown as StartBatchDeps
  const detail = { bucket: { name: 'drop' }, object: { size: 9, etag: 'e', ...object } }
  const message = JSON.stringify({ 'detail-type': 'Object Created', time, detail })
  return { made, started, since, answer: await startBatch(message, deps) }
}

const manifest = { bucket: 'drop', key: 'batches/slim/m.jsonl', version: 'v1' }
const id = batchId(manifest)

test('a manifest begins the one batch of its version', async () => {
  const { made, started, answer } = await start()
  expect(answer).toEqual({ batch: id, outcome: 'started' })
  expect(made).toEqual([
    {
      id,
      status: 'running',
      recipe: 'slim',
      manifest,
      concurrency: 100,
      tolerated: 50,
      succeeded: 0,
      refused: 0,
      failed: 0,
      parked: 0,
      unfinished: 0,
      createdAt: '2026-01-31T00:00:00.000Z',
    },
  ])
  expect(started).toEqual([[id, { batch: id, concurrency: 100 }]])
})

test.each([
  ['1', '0', { concurrency: 1, tolerated: 0 }],
  ['10000', '100', { concurrency: 10_000, tolerated: 100 }],
  ['0', '-1', { concurrency: 100, tolerated: 50 }],
  ['10001', '101', { concurrency: 100, tolerated: 50 }],
  ['2.5', '1e1', { concurrency: 100, tolerated: 10 }],
  ['many', 'x', { concurrency: 100, tolerated: 50 }],
])('its metadata says %s at once and %s per cent', async (concurrency, tolerated, kept) => {
  const { made, started } = await start({
    'darkroom-concurrency': concurrency,
    'darkroom-tolerated-failures': tolerated,
  })
  expect(made).toMatchObject([kept])
  expect(started).toEqual([[id, { batch: id, concurrency: kept.concurrency }]])
})

test('refused files count as failed only where it says yes', async () => {
  expect((await start({ 'darkroom-refusals-count': 'yes' })).made).toMatchObject([
    { refusalsCount: true },
  ])
  const [batch] = (await start({ 'darkroom-refusals-count': 'no' })).made
  expect(batch).not.toHaveProperty('refusalsCount')
})

test('what is no manifest, or is gone, begins nothing', async () => {
  const ignored = { outcome: 'ignored' }
  const folder = { key: 'batches/slim/', 'version-id': 'v1' }
  expect(await start({}, folder)).toMatchObject({ made: [], answer: ignored })
  expect(await start({}, undefined, true)).toMatchObject({ made: [], answer: ignored })
})

test('a batch that was recorded and not begun is begun once its manifest is replaced', async () => {
  const left = { id: 'batch-1', status: 'running', manifest, concurrency: 7 }
  const others = [
    { ...left, id: 'batch-2', status: 'failed' },
    { ...left, id: 'batch-3', manifest: { ...manifest, key: 'batches/slim/n.jsonl' } },
    { ...left, id: 'batch-4', manifest: { ...manifest, bucket: 'another' } },
  ]
  const begun = ['batch-1', { batch: 'batch-1', concurrency: 7 }]
  const replaced = { key: manifest.key, etag: 'before' }
  const { started, since } = await start({}, replaced, false, [left, ...others])
  expect(started).toEqual([begun, [id, { batch: id, concurrency: 100 }]])
  expect(since).toEqual(['2026-01-30T23:00:00.000Z'])
  const timed = await start({}, replaced, false, [left], '2026-01-30T23:55:00Z')
  expect(timed.since).toEqual(['2026-01-30T23:54:00.000Z'])
  expect(timed.started[0]).toEqual(begun)
  const unversioned = { key: manifest.key }
  expect((await start({}, unversioned, true, [left])).started).toEqual([begun])
  expect((await start({}, undefined, true, [left])).started).toEqual([begun])
})

test('of a write that is there nothing is looked for', async () => {
  expect((await start()).since).toEqual([])
  expect((await start({}, { key: manifest.key, sequencer: '01' })).since).toEqual([])
})
