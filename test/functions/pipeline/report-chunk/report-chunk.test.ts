import { expect, test } from 'vitest'
import {
  type Batch,
  type BatchItem,
  NO_COUNTS,
  type WorkedItem,
} from '../../../../functions/pipeline/core/ports/batch.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import {
  countsOf,
  type ReportChunkDeps,
  reportChunk,
} from '../../../../functions/pipeline/report-chunk/report-chunk.ts'

const failure = { code: 'LineInvalid', message: 'It says nothing.' }
const broke = { code: 'TaskBroke', message: 'It broke.', state: 'X', retryable: true }
const nobody = { code: 'NoTarget', message: 'Nobody.', state: 'X', retryable: false }
const asItWas = { step: 0, code: 'NoTarget', words: 'Nobody.' }

/** Jobs by their ids, as they are stored when the chunk is reported. */
const JOBS: Record<string, object> = {
  done: { status: 'succeeded', results: [{ key: 'r/1' }, { key: 'r/2' }] },
  bare: { status: 'succeeded' },
  back: { status: 'succeeded', results: [{ key: 'r/3' }], refused: asItWas },
  broken: { status: 'failed', failure: broke },
  nobody: { status: 'failed', failure: nobody },
  parked: { status: 'parked' },
  running: { status: 'running' },
}

async function report(
  opened: WorkedItem[] | undefined,
  items: BatchItem[],
  batch: Partial<Batch> = {},
) {
  const written: unknown[] = []
  let counts: unknown
  const deps = {
    batches: {
      openedItems: async () => opened,
      addCounts: async (_: string, __: number, added: object) => {
        counts = added
        return { ...NO_COUNTS, tolerated: 50, ...batch }
      },
    },
    objects: { put: async (...given: unknown[]) => void written.push(given) },
    jobs: { get: async (id: string) => JOBS[id] as Job | undefined },
    results: { bucket: 'results', prefix: 'out/' },
  } as unknown as ReportChunkDeps
  const error = await reportChunk({ batch: 'batch-1', chunk: 7, items }, deps).then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  return { written, counts, error }
}

test('each item is told by the record of its job, a line for each', async () => {
  const opened = [...Object.keys(JOBS), 'unknown'].map((job, at) => ({ line: at + 1, job }))
  const { written, counts, error } = await report(
    [...opened, { line: 9, failure }, { line: 10 }],
    [],
  )
  expect(error).toBeUndefined()
  const [[place, text]] = written as [[object, string]]
  expect(place).toEqual({ bucket: 'results', key: 'out/batches/batch-1/parts/7.jsonl' })
  expect(text.endsWith('}\n')).toBe(true)
  const lines = text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { line: 1, job: 'done', status: 'succeeded', results: ['r/1', 'r/2'] },
    { line: 2, job: 'bare', status: 'succeeded', results: [] },
    { line: 3, job: 'back', status: 'refused', results: ['r/3'], refused: asItWas },
    {
      line: 4,
      job: 'broken',
      status: 'failed',
      failure: { code: broke.code, message: broke.message },
    },
    {
      line: 5,
      job: 'nobody',
      status: 'refused',
      failure: { code: nobody.code, message: nobody.message },
    },
    { line: 6, job: 'parked', status: 'parked' },
    { line: 7, job: 'running', status: 'unfinished' },
    { line: 8, job: 'unknown', status: 'unfinished' },
    { line: 9, failure, status: 'failed' },
    { line: 10, status: 'unfinished' },
  ])
  expect(counts).toEqual({ succeeded: 2, refused: 2, failed: 2, parked: 1, unfinished: 3 })
})

test('a chunk that was never opened is told by its lines', async () => {
  const { counts } = await report(undefined, [
    { line: 1, failure },
    { line: 2, key: 'a.jpg' },
  ])
  expect(counts).toEqual({ ...NO_COUNTS, failed: 1, unfinished: 1 })
  expect(countsOf([])).toEqual(NO_COUNTS)
})

test.each<[Partial<Batch>, boolean]>([
  [{ total: 20, tolerated: 5, failed: 1 }, false],
  [{ total: 20, tolerated: 5, failed: 2 }, true],
  [{ total: 20, tolerated: 0, failed: 1 }, true],
  [{ total: 20, tolerated: 0, failed: 0 }, false],
  [{ total: 20, tolerated: 100, failed: 20 }, false],
  // Refused files count where the manifest says so.
  [{ total: 20, tolerated: 5, failed: 1, refused: 9 }, false],
  [{ total: 20, tolerated: 5, failed: 1, refused: 1, refusalsCount: true }, true],
  [{ total: 20, tolerated: 5, failed: 1, refused: 0, refusalsCount: true }, false],
  [{ total: 20, tolerated: 5, failed: 2, refused: undefined, refusalsCount: true } as never, true],
  // Before the manifest was read to its end nobody knows how many are too many.
  [{ tolerated: 5, failed: 100 }, false],
])('%o: whether the batch stops is %s', async (batch, stops) => {
  const { error } = await report([], [], batch)
  expect(error?.name).toBe(stops ? 'TooManyFailures' : undefined)
})

test('why a batch stops is said in numbers', async () => {
  const { error } = await report([], [], { total: 20, tolerated: 5, failed: 2 })
  expect(error?.message).toBe('2 of 20 items failed, 5 per cent are tolerated.')
})
