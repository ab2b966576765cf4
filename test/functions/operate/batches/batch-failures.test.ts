import type { GetObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { batchFailures } from '../../../../functions/operate/batches/batch-failures.ts'
import type { PipelineClients } from '../../../../functions/operate/pipeline-clients.ts'
import type { ItemResult } from '../../../../functions/operate/pipeline-records.ts'

/** A batch's list of files as S3 gives it, by ranges. */
function clientsOf(items: readonly ItemResult[]) {
  const list = Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  let reads = 0
  const send = async ({ input: { Range = '' } }: GetObjectCommand) => {
    reads += 1
    const [from = 0, to = 0] = Range.replace('bytes=', '').split('-').map(Number)
    const bytes = list.subarray(from, to + 1)
    const ContentRange = `bytes ${from}-${from + bytes.length - 1}/${list.length}`
    return { ContentRange, Body: { transformToByteArray: async () => bytes } }
  }
  const clients = { s3: { send }, at: { resultsBucket: 'results' } }
  return { clients: clients as unknown as PipelineClients, reads: () => reads }
}

const failed = (line: number): ItemResult => ({
  line,
  key: `files/${line}.jpg`,
  job: `job-${line}`,
  status: 'failed',
  failure: { code: 'TaskFailed', message: `files/${line}.jpg has ${line} faces.` },
})

test('ten thousand failures of one reason are one group with examples', async () => {
  const { clients } = clientsOf(Array.from({ length: 10_000 }, (_, at) => failed(at + 1)))
  const { groups, more } = await batchFailures({ results: 'list' }, clients)
  expect(groups.map(({ code, count, examples }) => [code, count, examples.length])).toEqual([
    ['TaskFailed', 10_000, 6],
  ])
  expect(more).toBe(false)
})

test('what failed behind the first ten thousand is said to be there, and not read', async () => {
  const { clients, reads } = clientsOf(Array.from({ length: 10_001 }, (_, at) => failed(at + 1)))
  const { groups, more } = await batchFailures({ results: 'list' }, clients)
  expect([groups[0]?.count, more, reads()]).toEqual([10_000, true, 50])
})

test('files that came back as they were have their reason, and the largest group is first', async () => {
  const refused = { step: 0, code: 'NoTarget', words: 'Nobody was found.' }
  const { clients } = clientsOf([
    failed(1),
    { line: 2, key: 'files/2.jpg', status: 'refused', refused },
    { line: 3, key: 'files/3.jpg', status: 'succeeded' },
    { line: 4, status: 'refused', refused },
    { line: 5, status: 'failed' },
  ])
  expect((await batchFailures({ results: 'list' }, clients)).groups).toMatchObject([
    {
      code: 'NoTarget',
      message: 'Nobody was found.',
      count: 2,
      examples: [{ key: 'files/2.jpg' }, {}],
    },
    { code: 'TaskFailed', count: 1 },
    { code: 'JobFailed', count: 1 },
  ])
})
