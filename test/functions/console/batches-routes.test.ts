import { expect, test } from 'vitest'
import { BATCHES_ROUTES } from '../../../functions/console/routes/batches-routes.ts'
import { scripted } from '../operate/scripted.ts'

const ID = `batch-${'0'.repeat(40)}`
const CREATED = '2026-11-26T11:00:00.000Z'
const BATCH = { id: ID, status: 'succeeded', createdAt: CREATED, results: 'results/batch.jsonl' }

/** What a route answers over a list of so many batches, and a list of items of one; with what was asked for links. */
async function answerOf(path: string, call: object, { batches = 1, list = '', size = 0 }) {
  const { handle } = BATCHES_ROUTES.find((route) => route.path === path)!
  const idOf = (nth: number) => `batch-${String(nth).padStart(40, '0')}`
  const db = scripted({
    Get: () => ({ Item: BATCH }),
    Query: ({ Limit }: { Limit: number }) => ({
      Items: Array.from({ length: Math.min(batches, Limit) }, (_, nth) => ({
        batch: idOf(nth),
        createdAt: CREATED,
      })),
    }),
    BatchGet: ({ RequestItems }: { RequestItems: { batches: { Keys: { id: string }[] } } }) => ({
      Responses: { batches: RequestItems.batches.Keys.map(({ id }) => ({ ...BATCH, id })) },
    }),
  })
  const bytes = Buffer.from(list)
  const s3 = scripted({
    GetObject: () => ({
      Body: { transformToByteArray: async () => bytes },
      ContentRange: `bytes 0-${bytes.length - 1}/${size || bytes.length}`,
    }),
  })
  const linked: unknown[] = []
  const linkTo = async (object: { key: string }, how: object) => {
    linked.push([object, how])
    return `https://bucket.example/${object.key}`
  }
  const at = { batchesTable: 'batches', resultsBucket: 'results' }
  const pipeline = { db: db.client, s3: s3.client, sfn: scripted({}).client, at }
  const deps = { pipeline, linkTo, now: () => Date.parse(CREATED) }
  const given = { query: {}, at: { id: ID }, body: {}, ...call }
  const { json } = (await handle(given as never, deps as never)) as { json: Record<string, never> }
  return { json, linked, ranges: s3.asked.map(([, { Range }]) => Range) }
}

test('fifty batches are one page, and more of them have a next one', async () => {
  const whole = await answerOf('/batches', {}, { batches: 50 })
  expect(whole.json['batches']).toHaveLength(50)
  expect(whole.json).not.toHaveProperty('next')
  const { json } = await answerOf('/batches', {}, { batches: 51 })
  expect(json['batches']).toHaveLength(50)
  expect(json['next']).toBe(`${CREATED}~batch-${'49'.padStart(40, '0')}`)
  const two = await answerOf('/batches', { query: { limit: 2 } }, { batches: 51 })
  expect(two.json['batches']).toHaveLength(2)
})

const LIST = [
  { key: 'files/a.jpg', status: 'succeeded', results: ['results/a/0.jpg', 'results/a/1.png'] },
  { key: 'files/b.jpg', status: 'failed', results: ['results/b/0.jpg'] },
  { key: 'files/c.jpg', status: 'refused', results: ['results/c/facts.json'] },
  { key: 'files/d.jpg', status: 'succeeded' },
]
  .map((item) => `${JSON.stringify(item)}\n`)
  .join('')

test('files of a batch are the results of what succeeded or was refused, each under its own name', async () => {
  const { json, linked } = await answerOf('/batches/{id}/files', {}, { list: LIST })
  expect(json).toEqual({
    files: [
      ['files/a.jpg', '0.jpg', 'results/a/0.jpg'],
      ['files/a.jpg', '1.png', 'results/a/1.png'],
      ['files/c.jpg', 'facts.json', 'results/c/facts.json'],
    ].map(([source, name, key]) => ({ source, name, url: `https://bucket.example/${key}` })),
  })
  expect(linked[2]).toEqual([
    { bucket: 'results', key: 'results/c/facts.json' },
    { contentType: 'application/octet-stream', fileName: 'facts.json' },
  ])
})

test('files of a long list have a next page, which begins behind the last whole line', async () => {
  const query = { after: 7 }
  const long = await answerOf('/batches/{id}/files', { query }, { list: LIST, size: 10_000 })
  expect(long.ranges).toEqual(['bytes=7-524294'])
  expect(long.json['next']).toBe(7 + LIST.length)
})
