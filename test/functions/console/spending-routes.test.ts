import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test } from 'vitest'
import { SPENDING_ROUTES } from '../../../functions/console/routes/service/spending-routes.ts'
import { scripted } from '../operate/scripted.ts'

const NOW = Date.parse('2026-11-02T12:00:00Z')

function answerOf(path: string, query: object, deps: object) {
  const { handle } = SPENDING_ROUTES.find((route) => route.path === path)!
  return handle({ query } as never, { now: () => NOW, ...deps } as never) as Promise<{
    json: Record<string, unknown>
  }>
}

test('costs are told for each of the last days, and for two hundred recipes', async () => {
  const s3 = new S3Client({ region: 'eu-west-1' })
  const mocked = mockClient(s3)
  onTestFinished(() => mocked.restore())
  const keys = Array.from(
    { length: 250 },
    (_, at) => `recipes/r${String(at).padStart(3, '0')}.json`,
  )
  const page = (from: number, to: number) => keys.slice(from, to).map((Key) => ({ Key }))
  mocked
    .on(ListObjectsV2Command)
    .resolvesOnce({
      Contents: [
        ...['a/b.json', 'c.txt', 'd.json.bak'].map((name) => ({ Key: `recipes/${name}` })),
        ...page(0, 150),
      ],
      NextContinuationToken: 't',
    })
    .resolves({ Contents: page(150, 250) })
  const asked: { MetricDataQueries?: { Id: string }[] }[] = []
  const cloudWatch = {
    send: async ({ input }: { input: never }) => {
      asked.push(input)
      return { MetricDataResults: [] }
    },
  }
  const deps = { cloudWatch, pipelineName: 'p', pipeline: { s3, at: { dropBucket: 'drop' } } }
  const { json } = await answerOf('/costs', { days: 3 }, deps)
  expect(json['days']).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
  expect(mocked.commandCalls(ListObjectsV2Command)[0]!.args[0].input).toMatchObject({
    Bucket: 'drop',
    Prefix: 'recipes/',
  })
  const text = JSON.stringify(asked)
  expect([text.includes('r199'), text.includes('r200'), text.includes('a/b')]).toEqual([
    true,
    false,
    false,
  ])
  expect(((await answerOf('/costs', {}, deps)).json['days'] as string[]).length).toBe(14)
})

test('the audit is read in pages of fifty', async () => {
  const asked: unknown[] = []
  const readAudit = async (page: object) => asked.push(page) && { entries: [] }
  await answerOf('/audit', { before: 'b' }, { readAudit })
  await answerOf('/audit', { limit: 7 }, { readAudit })
  expect(asked).toEqual([
    { before: 'b', limit: 50 },
    { before: undefined, limit: 7 },
  ])
})

const PARKED = { source: { key: 'drop/slim/a.jpg' }, recipe: { name: 'slim' } }
const WAITS = { at: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' }

test.each([
  [{ limit: 2 }, 2, 2, false],
  [{ limit: 2 }, 3, 2, true],
  [{}, 50, 50, false],
  [{}, 51, 50, true],
])(
  'of jobs that are parked, with %j of %i, %i are told, and more: %s',
  async (query, there, told, more) => {
    const Items = Array.from({ length: there }, (_, at) => ({
      ...PARKED,
      id: `job-${at}`,
      parked: WAITS,
    }))
    // One that is let go on at this moment is still in the index.
    const { client: db } = scripted({
      Query: () => ({ Items: [{ ...PARKED, id: 'job-x' }, ...Items] }),
    })
    const { json } = await answerOf('/parked', query, {
      pipeline: { db, at: { jobsTable: 'jobs' } },
    })
    const jobs = json['jobs'] as unknown[]
    expect([jobs.length, json['more']]).toEqual([told, more])
    expect(jobs[0]).toEqual({ id: 'job-0', key: 'drop/slim/a.jpg', recipe: 'slim', ...WAITS })
  },
)

test('where no job is parked there are no more', async () => {
  const pipeline = { db: scripted({}).client, at: { jobsTable: 'jobs' } }
  expect((await answerOf('/parked', {}, { pipeline })).json).toEqual({ jobs: [], more: false })
})
