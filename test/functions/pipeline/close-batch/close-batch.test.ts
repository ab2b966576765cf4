import { expect, test } from 'vitest'
import {
  type CloseBatchDeps,
  type CloseBatchInput,
  closeBatch,
} from '../../../../functions/pipeline/close-batch/close-batch.ts'
import { mapInOrder } from '../../../../functions/pipeline/close-batch/map-in-order.ts'
import { batchKeys } from '../../../../functions/pipeline/core/batches/batch-names.ts'

const KEYS = batchKeys('batch-1', 'out/')
const NOW = Date.parse('2026-01-31T00:00:00.000Z')
const end = (line: number, status: string) => JSON.stringify({ line, status })

/** `record` is what is known of the batch's tolerance. */
async function close(
  files: Record<string, string>,
  input: Omit<CloseBatchInput, 'batch'> = {},
  record?: { tolerated: number; refusalsCount?: true },
  read = async (key: string): Promise<string | undefined> => files[key],
) {
  const ended: unknown[] = []
  const written: { place: unknown; lines: string[] }[] = []
  const deps = {
    batches: {
      get: async () => record,
      finish: async (...given: unknown[]) => void ended.push(given),
    },
    objects: {
      open: async ({ key }: { key: string }) =>
        files[key] === undefined
          ? undefined
          : (async function* () {
              yield Buffer.from(files[key]!)
            })(),
      read: ({ key }: { key: string }) => read(key),
      stream: async (place: unknown, lines: AsyncIterable<string>) => {
        const all: string[] = []
        for await (const line of lines) all.push(line)
        written.push({ place, lines: all })
      },
    },
    results: { bucket: 'results', prefix: 'out/' },
    now: () => NOW,
  } as unknown as CloseBatchDeps
  const answer = await closeBatch({ batch: 'batch-1', ...input }, deps).catch(
    (error: Error) => error,
  )
  return { answer, ended, written }
}

const chunks = [
  { chunk: 0, items: [{ line: 1 }, { line: 2 }] },
  { chunk: 1, items: [{ line: 3 }, { line: 4 }] },
  { chunk: 2, items: [{ line: 5 }] },
]
const WORK = {
  [KEYS.chunks]: `${chunks.map((chunk) => JSON.stringify(chunk)).join('\n')}\n`,
  [KEYS.part(0)]: `${end(1, 'succeeded')}\n${end(2, 'refused')}\n`,
  [KEYS.part(2)]: `${end(5, 'failed')}\n`,
}

test('the result manifest has a line for each item in order; what no chunk reported is unfinished', async () => {
  const { answer, ended, written } = await close(WORK)
  expect(written).toEqual([
    {
      place: { bucket: 'results', key: KEYS.results },
      lines: [
        ...[end(1, 'succeeded'), end(2, 'refused')],
        ...[end(3, 'unfinished'), end(4, 'unfinished'), end(5, 'failed')],
      ],
    },
  ])
  const counts = { succeeded: 1, refused: 1, failed: 1, parked: 0, unfinished: 2 }
  expect(answer).toEqual({ status: 'succeeded', ...counts })
  const finishedAt = '2026-01-31T00:00:00.000Z'
  expect(ended).toEqual([
    ['batch-1', { status: 'succeeded', ...counts, redrives: 0, finishedAt, results: KEYS.results }],
  ])
})

test('a batch whose manifest was never parted has no result manifest', async () => {
  const { answer, ended, written } = await close({}, { redrives: 2 })
  expect(answer).toMatchObject({ status: 'succeeded' })
  expect(written).toEqual([])
  const [[, ending]] = ended as [[string, object]]
  expect(ending).toMatchObject({ redrives: 2 })
  expect(ending).not.toHaveProperty('results')
  expect(ending).not.toHaveProperty('failure')
})

test.each<[object, string, string]>([
  [{}, 'BatchFailed', 'The batch did not come to its end.'],
  [{ Error: 'BatchAborted' }, 'BatchAborted', 'The batch did not come to its end.'],
  [{ Error: 'Elsewhere', Cause: 'plain words' }, 'Elsewhere', 'plain words'],
  [
    { Error: 'ManifestInvalid', Cause: '{"errorMessage":"It names no file."}' },
    'ManifestInvalid',
    'It names no file.',
  ],
  [
    { Error: 'States.ExceedToleratedFailureThreshold', Cause: 'x' },
    'TooManyFailures',
    'More items failed than the batch tolerates.',
  ],
])('a failed batch says why: %j', async (failure, code, message) => {
  const { answer, ended } = await close(WORK, { failure })
  expect(answer).toMatchObject({ status: 'failed' })
  expect(ended).toMatchObject([['batch-1', { status: 'failed', failure: { code, message } }]])
})

test.each([
  // One of five failed, and one was refused.
  [{ tolerated: 20 }, undefined],
  [{ tolerated: 19 }, 'TooManyFailures'],
  [{ tolerated: 39, refusalsCount: true as const }, 'TooManyFailures'],
  [{ tolerated: 40, refusalsCount: true as const }, undefined],
])('what chunks counted too little is judged at the end: %j', async (record, code) => {
  const { answer, ended } = await close(WORK, {}, record)
  const [[, ending]] = ended as [[string, { failure?: { code: string } }]]
  expect(ending.failure?.code).toBe(code)
  // The execution fails with it, so that its alarm is raised.
  expect(answer instanceof Error ? answer.name : undefined).toBe(code)
})

test.each([
  [{ tolerated: 20 }, 'BatchFailed', 'could not be recorded'],
  [{ tolerated: 19 }, 'TooManyFailures', 'More items failed'],
])('a chunk that failed by itself is no failed item: %j', async (record, code, words) => {
  const failure = { Error: 'States.ExceedToleratedFailureThreshold', Cause: 'x' }
  const { ended } = await close(WORK, { failure }, record)
  const [[, ending]] = ended as [[string, { failure: { code: string; message: string } }]]
  expect(ending.failure.code).toBe(code)
  expect(ending.failure.message).toContain(words)
})

test('items are worked on so many at once, and come back in their order', async () => {
  let [now, most] = [0, 0]
  const items = async function* () {
    for (let at = 0; at < 9; at++) yield at
  }
  const work = async (at: number) => {
    most = Math.max(most, ++now)
    // The later ones end first.
    for (let turn = 0; turn < 20 - at; turn++) await Promise.resolve()
    now--
    if (at === 7) throw new Error('seven')
    return at
  }
  const found: number[] = []
  const all = (async () => {
    for await (const each of mapInOrder(items(), 3, work)) found.push(each)
  })()
  await expect(all).rejects.toThrow('seven')
  expect(found).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(3)
})

test('sixty-four parts are read at once', async () => {
  const all = Array.from({ length: 70 }, (_, chunk) =>
    JSON.stringify({ chunk, items: [{ line: chunk + 1 }] }),
  )
  let [reading, most] = [0, 0]
  const read = async () => {
    most = Math.max(most, ++reading)
    await new Promise(setImmediate)
    reading--
    return undefined
  }
  const { answer } = await close({ [KEYS.chunks]: `${all.join('\n')}\n` }, {}, undefined, read)
  expect(answer).toMatchObject({ unfinished: 70 })
  expect(most).toBe(64)
})
