import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobsAsked, pageOfJobs } from '../../../../functions/operate/jobs/page-of-jobs.ts'
import type { PipelineClients } from '../../../../functions/operate/pipeline-clients.ts'
import {
  entriesOf,
  partitionOfRecord,
} from '../../../../functions/pipeline/core/lists/job-lists.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { fewOrAll } from '../../../setup/sampled.ts'
import { type OpenDatabase, openDatabase } from '../../pipeline/open-database.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const DAY = 86_400_000
const DAYS = fewOrAll(15, 40)
const SINCE = new Date(Math.floor(NOW / DAY - DAYS) * DAY).toISOString()
/** Partitions of all jobs of a day, and of another list's. */
const [OF_ALL, OF_OTHERS] = [9, 5]

let database: OpenDatabase
let table: string
beforeAll(async () => {
  database = await openDatabase()
  table = await database.table('Jobs', ['id'], {
    byDay: ['day', 'createdAt', 'S'],
    parked: ['waits', 'createdAt', 'S'],
  })
})
afterAll(() => database.close())

async function putJob(at: number): Promise<string> {
  const job = {
    id: `job-${at.toString(16).padStart(40, '0')}`,
    status: 'succeeded',
    recipe: { name: 'slim' },
    createdAt: new Date(at).toISOString(),
    results: [],
  } as unknown as Job
  for (const Item of [{ ...job, day: partitionOfRecord(job) }, ...entriesOf(job)]) {
    await database.db.send(new PutCommand({ TableName: table, Item }))
  }
  return job.id
}

/** Reads all pages of one list, and counts the queries of days. */
function reader(known: Pick<PipelineClients, 'emptyDays' | 'begunAt'>) {
  let queries = 0
  const send = (command: { constructor: { name: string } }) => {
    if (command.constructor.name === 'QueryCommand') queries += 1
    return database.db.send(command as never)
  }
  const db = { send } as unknown as DynamoDBDocumentClient
  const at = { jobsTable: table } as PipelineClients['at']
  return async (asked: Partial<JobsAsked> = { since: SINCE }) => {
    queries = 0
    const found: string[] = []
    let before: string | undefined
    do {
      const clients = { db, at, ...known }
      const page = await pageOfJobs(clients, { before, ...asked, limit: 50 }, NOW)
      found.push(...page.jobs.map(({ id }) => id))
      before = page.next
    } while (before !== undefined)
    return { found, queries }
  }
}

test('a day that ended without a job is asked for once, and what begins on other days is found', async () => {
  const first = await putJob(NOW - 3 * DAY)
  const read = reader({ emptyDays: new Set() })
  const once = await read()
  expect(once).toEqual({ found: [first], queries: (DAYS + 1) * OF_ALL })
  // Today, yesterday and the day with the job, which hours ahead of this clock add to.
  const second = await putJob(NOW - DAY)
  const third = await putJob(NOW - 3 * DAY + 1)
  expect(await read()).toEqual({ found: [second, third, first], queries: 3 * OF_ALL })
  expect(await read({ since: SINCE, recipe: 'slim' })).toEqual({
    found: [second, third, first],
    queries: 3 * OF_OTHERS,
  })
})

test('a day that was asked for in part, or in another list, is not taken for empty', async () => {
  const emptyDays = new Set<number>()
  const read = reader({ emptyDays })
  const day = NOW - 30 * DAY
  const since = new Date(day - 2 * DAY).toISOString()
  await read({ before: new Date(day).toISOString(), since })
  // The one between the days at which the question begins and ends.
  expect([...emptyDays]).toEqual([Math.floor(day / DAY) - 1])
  emptyDays.clear()
  await read({ since: SINCE, recipe: 'other' })
  expect(emptyDays.size).toBe(0)
})

test('nobody looks for jobs that began before anything did', async () => {
  const read = reader({ begunAt: new Date(NOW - 2 * DAY).toISOString() })
  expect((await read({})).queries).toBe(3 * OF_ALL)
  expect((await read({ since: new Date(NOW - DAY).toISOString() })).queries).toBe(2 * OF_ALL)
})
