import { expect, test } from 'vitest'
import { type JobsAsked, pageOfJobs } from '../../../../functions/operate/jobs/page-of-jobs.ts'
import { scripted } from '../scripted.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const SINCE = '2026-11-26T00:00:00.000Z'
const at = (nth: number) => new Date(NOW - 1 - nth).toISOString()

/** A page of a list of these entries, the newest first, whose jobs have these records. */
async function page(
  ids: readonly string[],
  records: Record<string, object>,
  asked: Partial<JobsAsked>,
) {
  const { client: db } = scripted({
    Query: ({
      ExpressionAttributeValues: values,
    }: {
      ExpressionAttributeValues: Record<string, string>
    }) => ({
      Items: values[':partition']?.endsWith(' 2026-11-26#0')
        ? ids.map((job, nth) => ({ id: `e${job}`, job, createdAt: at(nth), recipe: 'slim' }))
        : [],
    }),
    BatchGet: ({ RequestItems }: { RequestItems: { jobs: { Keys: { id: string }[] } } }) => ({
      Responses: {
        jobs: RequestItems.jobs.Keys.flatMap(({ id }) => {
          const record = records[id]
          return record ? [{ id, recipe: { name: 'slim' }, ...record }] : []
        }),
      },
    }),
  })
  const clients = { db, at: { jobsTable: 'jobs' } as never }
  const found = await pageOfJobs(clients, { since: SINCE, limit: 50, ...asked }, NOW)
  return { ids: found.jobs.map(({ id }) => id), next: found.next }
}

test('a list is not believed: jobs that are gone, or are none of those asked for, are passed over', async () => {
  const failure = (code: string) => ({ status: 'failed', failure: { code } })
  const records = {
    b: { ...failure('TaskBroke'), recipe: { name: 'other' } },
    c: failure('JobBroke'),
    d: failure('TaskBroke'),
    e: { status: 'succeeded', refused: { code: 'TaskBroke' } },
  }
  const ids = ['a', 'b', 'c', 'd', 'e']
  expect(await page(ids, records, { reason: 'TaskBroke' })).toMatchObject({ ids: ['b', 'd', 'e'] })
  const own = { reason: 'TaskBroke', recipe: 'slim' }
  expect(await page(ids, records, own)).toMatchObject({ ids: ['d', 'e'] })
})

test('a thousand that are passed over end a page, which the next one goes on behind', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => `job-${nth}`)
  expect(await page(ids(999), {}, { recipe: 'slim' })).toEqual({ ids: [] })
  const full = await page(ids(1001), {}, { recipe: 'slim' })
  expect(full).toEqual({ ids: [], next: expect.stringMatching(/^2026-11-26T11:59:.*~job-\d+$/) })
})

/** The days that are asked for in an empty table, until when the first one is, and where the next page begins. */
async function emptyPage(asked: Partial<JobsAsked>) {
  const { client: db, asked: queries } = scripted({})
  const clients = { db, at: { jobsTable: 'jobs' } as never }
  const { jobs, next } = await pageOfJobs(clients, { limit: 50, ...asked }, NOW)
  expect(jobs).toEqual([])
  const values = queries.map(
    ([, input]) => input['ExpressionAttributeValues'] as Record<string, string>,
  )
  const days = new Set(values.map((one) => /\d{4}-\d\d-\d\d/.exec(String(one[':partition']))?.[0]))
  return { days: days.size, until: values[0]?.[':until'], next }
}

test('a month without a job ends a page, and nobody looks back for more than a year', async () => {
  // Clocks differ: what another one dates an hour ahead is there, too.
  const until = '2026-11-26T13:00:00.000Z'
  expect(await emptyPage({})).toEqual({ days: 31, until, next: '2026-10-26T23:59:59.999Z' })
  const since = '2026-10-27T23:00:00.000Z'
  expect(await emptyPage({ since })).toEqual({ days: 31, until, next: undefined })
  const daysBack = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
  expect(await emptyPage({ before: daysBack(366) })).toMatchObject({ days: 1, next: undefined })
  expect(await emptyPage({ before: daysBack(367) })).toMatchObject({ days: 0, next: undefined })
})
