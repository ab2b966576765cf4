import { expect, test } from 'vitest'
import { progressOf } from '../../../../functions/operate/batches/batch-progress.ts'
import { readChunks } from '../../../../functions/operate/batches/read-chunks.ts'
import { redriveBatch } from '../../../../functions/operate/batches/redrive-batch.ts'
import { stopBatch } from '../../../../functions/operate/batches/stop-batch.ts'
import type { Batch } from '../../../../functions/pipeline/core/ports/batch.ts'
import { scripted } from '../scripted.ts'

const START = '2026-01-31T00:00:00.000Z'
const NOW = Date.parse(START) + 10_000
const BATCH = {
  id: 'batch-1',
  status: 'running',
  total: 100,
  succeeded: 10,
  refused: 5,
  failed: 3,
  parked: 2,
  unfinished: 0,
  createdAt: START,
  concurrency: 40,
  tolerated: 50,
  manifest: { bucket: 'drop', key: 'batches/slim/a b.csv', version: 'v 1' },
} as Batch

test.each<[string, object, object]>([
  ['one that runs', {}, { done: 20, perSecond: 2, secondsLeft: 40 }],
  ['one with files that are not done', { unfinished: 10 }, { secondsLeft: 35 }],
  ['one that has more than all', { total: 10 }, { secondsLeft: 0 }],
  [
    'one of an earlier release',
    { refused: undefined, parked: undefined },
    { done: 13, perSecond: 1.3 },
  ],
  [
    'one that goes on',
    { resumed: { at: '2026-01-31T00:00:05.000Z', done: 15 } },
    { done: 20, perSecond: 1, secondsLeft: 80 },
  ],
  ['one that has lost some', { resumed: { at: START, done: 25 } }, { done: 20, perSecond: 0 }],
])('the progress of %s', (_, change, expected) => {
  expect(progressOf({ ...BATCH, ...change } as Batch, NOW)).toMatchObject(expected)
})

test.each<[string, object, number]>([
  ['whose files are not counted yet', { total: undefined }, 2],
  ['that has ended', { status: 'succeeded', finishedAt: '2026-01-31T00:00:04.000Z' }, 5],
  ['of which nothing is done', { succeeded: 0, refused: 0, failed: 0, parked: 0 }, 0],
  ['that begins now', { createdAt: new Date(NOW).toISOString() }, 20_000],
])('of a batch %s it is not known what is left', (_, change, perSecond) => {
  const found = progressOf({ ...BATCH, ...change } as Batch, NOW)
  expect(found.perSecond).toBe(perSecond)
  if (perSecond <= 5) expect(found).not.toHaveProperty('secondsLeft')
})

test('chunks are read a hundred at a time', async () => {
  const row = (chunk: number) => ({ id: `batch-1#${chunk}`, items: [{ line: chunk }] })
  const { client, asked } = scripted({
    BatchGet: ({ RequestItems }: { RequestItems: { batches: { Keys: { id: string }[] } } }) => {
      const numbers = RequestItems.batches.Keys.map(({ id }) => Number(id.split('#')[1]))
      const found = numbers.filter((n) => n !== 7).map(row)
      return { Responses: { batches: [...found, { id: 'batch-1#900', open: new Set(['j']) }] } }
    },
  })
  const clients = { db: client, at: { batchesTable: 'batches' } } as never
  const chunks = Array.from({ length: 101 }, (_, at) => at)
  const found = await readChunks('batch-1', chunks, clients)
  expect(found).toHaveLength(102)
  expect(found[0]).toEqual({ chunk: 0, items: [{ line: 0 }], open: new Set() })
  expect(found.at(-1)).toEqual({ chunk: 900, items: [], open: new Set(['j']) })
  expect(
    asked.map(([, input]) => (input as never)['RequestItems']['batches']['Keys']['length']),
  ).toEqual([100, 1])
  const none = { db: scripted({}).client, at: { batchesTable: 'batches' } } as never
  expect(await readChunks('batch-1', [1], none)).toEqual([])
})

const MACHINE = 'arn:aws:states:eu-west-1:1:stateMachine:batches'
const EXECUTION = 'arn:aws:states:eu-west-1:1:execution:batches:batch-1'

function redrive(status: string, change: Partial<Batch> = {}, tolerate?: number) {
  const sfn = scripted({ DescribeExecution: () => ({ status }) })
  const s3 = scripted({
    CopyObject: () => ({ VersionId: 'v2', CopyObjectResult: { ETag: '"e"' } }),
  })
  const clients = { sfn: sfn.client, s3: s3.client, at: { batchMachineArn: MACHINE } } as never
  const batch = { ...BATCH, status: 'failed', ...change } as Batch
  const made = redriveBatch(batch, clients, tolerate)
  return made.then((result) => ({ result, sfn: sfn.asked, s3: s3.asked }))
}

test.each(['ABORTED', 'TIMED_OUT'])(
  'a batch that ended as %s goes on where it was',
  async (status) => {
    const { result, sfn, s3 } = await redrive(status)
    expect(result).toEqual({ batch: 'batch-1', how: 'resumed' })
    expect(sfn).toEqual([
      ['DescribeExecution', { executionArn: EXECUTION }],
      ['RedriveExecution', { executionArn: EXECUTION }],
    ])
    expect(s3).toEqual([])
  },
)

test('a batch that failed by itself is begun anew, with its settings or another tolerance', async () => {
  const { result, s3 } = await redrive('FAILED')
  expect(result).toEqual({ batch: expect.stringMatching(/^(?!batch-1$)/), how: 'anew' })
  const at = { 'darkroom-redrive': expect.any(String) }
  expect(s3).toEqual([
    [
      'CopyObject',
      {
        Bucket: 'drop',
        Key: 'batches/slim/a b.csv',
        CopySource: 'drop/batches/slim/a%20b.csv?versionId=v%201',
        MetadataDirective: 'REPLACE',
        Metadata: { 'darkroom-concurrency': '40', 'darkroom-tolerated-failures': '50', ...at },
      },
    ],
  ])
  const version = 'write:2026-01-31T00:00:00Z/10/e/00000000'
  const manifest = { ...BATCH.manifest, version }
  const other = await redrive('FAILED', { manifest, refusalsCount: true } as never, 7)
  expect(other.s3[0]?.[1]).toMatchObject({
    CopySource: 'drop/batches/slim/a%20b.csv',
    CopySourceIfMatch: 'e',
    Metadata: { 'darkroom-tolerated-failures': '7' },
  })
  expect(Object.values(other.s3[0]?.[1]['Metadata'] as object)).toContain('yes')
})

test('a batch that has not failed is not redriven, and a stopped one is told why', async () => {
  await expect(redrive('FAILED', { status: 'running' })).rejects.toThrow(
    'batch-1 has not failed: it is running.',
  )
  const { client, asked } = scripted({})
  const stopped = await stopBatch(BATCH, { sfn: client, at: { batchMachineArn: MACHINE } } as never)
  expect(stopped).toEqual({ batch: 'batch-1' })
  expect(asked).toEqual([
    ['StopExecution', { executionArn: EXECUTION, cause: 'Stopped by an operator.' }],
  ])
})
