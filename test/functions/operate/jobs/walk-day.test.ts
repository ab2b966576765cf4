import { expect, test } from 'vitest'
import { pageOfJobs } from '../../../../functions/operate/jobs/page-of-jobs.ts'
import { walkDay } from '../../../../functions/operate/jobs/walk-day.ts'

const DAY = 20_783
const NOW = Date.parse('2026-11-26T12:00:00Z')

type Query = {
  Limit: number
  ScanIndexForward: boolean
  ExpressionAttributeValues: Record<string, string>
}

/** Clients of a table whose partitions hold these entries, and what was asked. */
function clientsOf(byPartition: Record<string, object[]>) {
  const asked: Query[] = []
  const send = async ({ input }: { input: Query }) => {
    asked.push(input)
    const items = byPartition[input.ExpressionAttributeValues[':partition'] ?? ''] ?? []
    return { Items: input.ScanIndexForward ? items : items.toReversed() }
  }
  return { clients: { db: { send }, at: { jobsTable: 'jobs' } } as never, asked }
}

const entry = (job: string, at: string, recipe = 'slim') => ({ job, createdAt: at, recipe })

async function walked(wanted: number, newestFirst = true, list = 'failed') {
  const day = '2026-11-26'
  const { clients, asked } = clientsOf({
    [`${list} ${day}#0`]: [entry('b', `${day}T01`), entry('a', `${day}T03`)],
    [`${list} ${day}#1`]: [entry('c', `${day}T01`), entry('d', `${day}T02`)],
  })
  const found: string[] = []
  const walk = { list, day: DAY, since: '', until: `${day}T24`, newestFirst, wanted } as never
  for await (const { id } of walkDay(clients, walk)) found.push(id)
  return { found, asked }
}

test('the partitions of a day are merged by time, and those of one time by their ids', async () => {
  expect((await walked(8)).found).toEqual(['a', 'd', 'c', 'b'])
  expect((await walked(8, false)).found).toEqual(['b', 'c', 'd', 'a'])
})

test.each([
  ['failed', 8, 5],
  ['failed', 9, 6],
  ['failed', 788, 200],
  ['failed', 792, 200],
  ['all', 8, 4],
  ['all', 9, 5],
])('each partition of the list %s is read in its share of %i', async (list, wanted, share) => {
  const { asked } = await walked(wanted, true, list)
  expect(new Set(asked.map(({ Limit }) => Limit))).toEqual(new Set([share]))
  expect(asked).toHaveLength(list === 'all' ? 9 : 5)
  expect(asked[0]!.ExpressionAttributeValues[':since']).toBe('0')
})

test.each([
  [999, undefined],
  [1000, 'job-0000'],
])('a page that passes over %i jobs ends after %s', async (count, last) => {
  const at = '2026-11-26T01:00:00.000Z'
  const others = Array.from({ length: count }, (_, nth) =>
    entry(`job-${String(999 - nth).padStart(4, '0')}`, at, 'other'),
  )
  const { clients } = clientsOf({ 'failed 2026-11-26#0': others })
  const asked = { recipe: 'slim', state: 'failed', reason: undefined, limit: 5 } as const
  const { jobs, next } = await pageOfJobs(clients, asked, NOW)
  expect(jobs).toEqual([])
  expect(next?.split('~')[1]).toBe(last)
})

test('a page ends behind a month of days without a job, and nothing is older than a year', async () => {
  const pages: number[] = []
  const all: { next?: string | undefined }[] = []
  let before: string | undefined
  do {
    const { clients, asked } = clientsOf({})
    const page = await pageOfJobs(clients, { limit: 5, before }, NOW)
    pages.push(asked.length / 9)
    all.push(page)
    before = page.next
  } while (before !== undefined)
  expect(all[0]?.next).toBe('2026-10-26T23:59:59.999Z')
  expect(pages).toEqual([...Array(11).fill(31), 367 - 11 * 31])
  const { clients } = clientsOf({})
  const since = '2026-10-27T00:00:00.000Z'
  expect(await pageOfJobs(clients, { limit: 5, since }, NOW)).toEqual({ jobs: [] })
})

test('the newest may be dated an hour ahead', async () => {
  const { clients, asked } = clientsOf({})
  await pageOfJobs(clients, { limit: 5 }, NOW)
  expect(asked[0]?.ExpressionAttributeValues[':until']).toBe('2026-11-26T13:00:00.000Z')
})

const record = (id: string, more: object = {}) => ({
  id,
  createdAt: '2026-11-26T01:00:00.000Z',
  status: 'parked',
  recipe: { name: 'slim' },
  ...more,
})

test('parked jobs are in a list of their own', async () => {
  const { clients, asked } = clientsOf({
    budget: [record('c'), record('b', { recipe: { name: 'other' } }), record('a')],
  })
  const parked = { state: 'parked', limit: 1 } as const
  const first = await pageOfJobs(clients, { ...parked, recipe: 'slim' }, NOW)
  expect(first).toMatchObject({ jobs: [{ id: 'c' }], next: '2026-11-26T01:00:00.000Z~c' })
  const second = await pageOfJobs(clients, { ...parked, recipe: 'slim', before: first.next }, NOW)
  expect(second.jobs.map(({ id }) => id)).toEqual(['a'])
  expect(asked).toHaveLength(2)
  const rest = await pageOfJobs(clients, { ...parked, before: '2026-11-26T01:00:00.000Z~a' }, NOW)
  expect(rest).toEqual({ jobs: [] })
})
