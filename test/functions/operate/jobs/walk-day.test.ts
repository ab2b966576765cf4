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
