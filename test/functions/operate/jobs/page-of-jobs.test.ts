import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { outcomeOf } from '../../../../catalog/failures/outcome-of.ts'
import { jobsSince } from '../../../../functions/operate/jobs/jobs-since.ts'
import { listJobs } from '../../../../functions/operate/jobs/list-jobs.ts'
import { type JobsAsked, pageOfJobs } from '../../../../functions/operate/jobs/page-of-jobs.ts'
import { runningJobs } from '../../../../functions/operate/jobs/running-jobs.ts'
import type { PipelineClients } from '../../../../functions/operate/pipeline-clients.ts'
import {
  entriesOf,
  type JobState,
  partitionOfRecord,
} from '../../../../functions/pipeline/core/lists/job-lists.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { type OpenDatabase, openDatabase } from '../../pipeline/open-database.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const HOUR = 3_600_000
const ROWS = 50

/** With these a record has 1.8 KB, as an ended job's. */
const STATES = Array.from({ length: 12 }, (_, at) => ({
  state: `State${at}`,
  ms: 1234,
  retries: 0,
}))

const FAILURES = {
  failed: { code: 'TaskBroke', message: 'It broke.', state: 'CreateTask', retryable: true },
  refused: { code: 'NoTarget', message: 'Nobody.', state: 'ChooseTarget', retryable: false },
} as const

/** One of so many jobs within two days, several of them in each millisecond. */
function jobAt(at: number, count: number): Job {
  const createdAt = new Date(NOW - Math.floor((at * 40 * HOUR) / count / 4) * 4 - 1).toISOString()
  const kind = at % 100 < 4 ? 'failed' : at % 100 < 6 ? 'refused' : 'succeeded'
  const ending =
    at < 30
      ? ({ status: 'running' } as const)
      : kind === 'succeeded'
        ? ({ status: 'succeeded', results: [] } as const)
        : ({ status: 'failed', failure: FAILURES[kind] } as const)
  return {
    id: `job-${at.toString(16).padStart(40, '0')}`,
    source: { bucket: 'drops', key: `drop/slim/folder/${at}.jpg`, version: 'v1', size: 1 },
    recipe: { name: at % 40 === 7 ? 'rare' : 'slim' },
    attempt: 0,
    createdAt,
    trail: { steps: [], states: STATES },
    ...ending,
    ...(kind === 'succeeded' && { results: [] }),
  } as Job
}

/** As an earlier release wrote it: with the day alone, and in no list. */
const OLD: Job[] = Array.from({ length: 20 }, (_, at) => ({
  ...jobAt(100 + (at % 2), 1000),
  id: `job-${(0xffff00 + at).toString(16).padStart(40, '0')}`,
  createdAt: new Date(NOW - 72 * HOUR - at).toISOString(),
}))

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

async function writeAll(db: DynamoDBDocumentClient, table: string, jobs: readonly Job[]) {
  const items = [
    ...jobs.flatMap((job) => [{ ...job, day: partitionOfRecord(job) }, ...entriesOf(job)]),
    ...OLD.map((job) => ({ ...job, day: job.createdAt.slice(0, 10) })),
  ]
  for (let from = 0; from < items.length; from += 25) {
    const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }))
    await db.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }))
  }
}

type Sent = { input: Record<string, unknown>; constructor: { name: string } }
type Spent = { ConsumedCapacity?: { CapacityUnits: number } | { CapacityUnits: number }[] }

/** A client that counts what its reads cost, and refuses to scan or to filter. */
function counting() {
  const spent = { units: 0 }
  const send = async (command: Sent) => {
    expect(['QueryCommand', 'BatchGetCommand']).toContain(command.constructor.name)
    expect(command.input).not.toHaveProperty('FilterExpression')
    command.input['ReturnConsumedCapacity'] = 'TOTAL'
    const answer = await database.db.send(command as never)
    const { ConsumedCapacity = [] } = answer as Spent
    for (const { CapacityUnits } of [ConsumedCapacity].flat()) spent.units += CapacityUnits
    return answer
  }
  return { db: { send } as unknown as DynamoDBDocumentClient, spent }
}

describe.each(sampled(1, [400, 20_000]))('of %d jobs', (count) => {
  const jobs = Array.from({ length: count }, (_, at) => jobAt(at, count))
  const all = [...jobs, ...OLD].sort((left, right) => (cursor(left) < cursor(right) ? 1 : -1))
  let table = ''
  beforeAll(async () => {
    table = await database.table(`Jobs${count}`, ['id'], {
      byDay: ['day', 'createdAt', 'S'],
      parked: ['waits', 'createdAt', 'S'],
    })
    await writeAll(database.db, table, jobs)
  }, 300_000)

  const clientsOf = (db: DynamoDBDocumentClient) =>
    ({ db, at: { jobsTable: table, stateMachineArn: 'jobs' } }) as unknown as PipelineClients

  // Units of one page of fifty rows. Rows of lists with entries are read by their ids, half a unit each.
  const asking: [string, Partial<JobsAsked>, number][] = [
    ['that failed, of a recipe', { state: 'failed', recipe: 'rare' }, 100],
    ['of a recipe', { recipe: 'rare' }, 60],
    ['of a reason', { reason: 'TaskBroke' }, 60],
    ['in the middle', { before: new Date(NOW - 20 * HOUR).toISOString() }, 45],
    ['that were refused', { state: 'refused' }, 60],
    ['the newest', {}, 45],
    ['that failed', { state: 'failed' }, 60],
    ['that succeeded', { state: 'succeeded' }, 50],
  ]
  test.each(sampled(3, asking))('a page of those %s takes few units', async (_, asked, most) => {
    const { db, spent } = counting()
    const page = await pageOfJobs(clientsOf(db), { ...asked, limit: ROWS }, NOW)
    const wanted = all.filter((job) => isWanted(job, asked))
    expect(page.jobs.map(({ id }) => id)).toEqual(wanted.slice(0, ROWS).map(({ id }) => id))
    expect(spent.units).toBeGreaterThan(0)
    expect(spent.units).toBeLessThanOrEqual(most)
  })

  test('jobs of several states are listed together, the newest first', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(NOW)
    const states: JobState[] = ['refused', 'failed']
    const asked = { states, limit: 12, since: new Date(NOW - 40 * HOUR) }
    const wanted = all.filter((job) => states.some((state) => isWanted(job, { state })))
    const found = await listJobs(clientsOf(database.db), asked)
    expect(found.map(({ id }) => id)).toEqual(wanted.slice(0, 12).map(({ id }) => id))
  })

  test('what is new since the newest takes a few units where nothing is', async () => {
    const { db, spent } = counting()
    const since = new Date(NOW).toISOString()
    expect(await pageOfJobs(clientsOf(db), { since, limit: ROWS }, NOW)).toEqual({ jobs: [] })
    expect(spent.units).toBeLessThanOrEqual(4.5)
  })

  const lists: Partial<JobsAsked>[] = [
    { state: 'refused' },
    { recipe: 'rare' },
    { reason: 'TaskBroke' },
  ]
  test.each(sampled(1, lists))(
    'every page of %o has what the one before left, and records of earlier releases are in them',
    async (asked) => {
      const found: string[] = []
      const wanted = all.filter((job) => isWanted(job, asked)).map(({ id }) => id)
      // Behind the last one every day is asked for back to the oldest, which `empty-days.test.ts` does in `npm test`.
      const enough = isEveryCaseTried() ? 60 : Math.min(60, wanted.length)
      let before: string | undefined
      do {
        const page = await pageOfJobs(clientsOf(database.db), { ...asked, before, limit: 7 }, NOW)
        found.push(...page.jobs.map(({ id }) => id))
        before = page.next
      } while (before !== undefined && found.length < enough)
      expect(found).toEqual(wanted.slice(0, found.length))
      expect(found.length).toBeGreaterThanOrEqual(Math.min(60, wanted.length))
    },
  )

  test('running jobs are those whose executions run, a page at a time', async () => {
    const executions = jobs.slice(0, 30).map(({ id, createdAt }) => ({
      name: id,
      startDate: new Date(createdAt),
    }))
    const { db, spent } = counting()
    const clients = { ...clientsOf(db), sfn: { send: async () => ({ executions }) } }
    const first = await runningJobs(clients as never, { limit: 20 }, NOW)
    expect(first.jobs.map(({ id }) => id)).toEqual(executions.slice(0, 20).map(({ name }) => name))
    const second = await runningJobs(clients as never, { limit: 20, before: first.next }, NOW)
    expect(second.jobs).toHaveLength(10)
    expect(second.next).toBeUndefined()
    expect(spent.units).toBeLessThanOrEqual(30)
  })

  test('all since a time come oldest first', async () => {
    const since = new Date(NOW - 3 * HOUR)
    const found: string[] = []
    for await (const { id } of jobsSince(clientsOf(database.db), since, NOW)) found.push(id)
    const wanted = all.filter(({ createdAt }) => createdAt >= since.toISOString())
    expect(found).toEqual(wanted.map(({ id }) => id).reverse())
  })
})

function isWanted(job: Job, { recipe, state, reason, before = '9' }: Partial<JobsAsked>): boolean {
  const is: Record<string, boolean> = {
    recipe: recipe === undefined || job.recipe.name === recipe,
    state: state === undefined || outcomeOf(job) === (state satisfies JobState),
    reason: reason === undefined || job.failure?.code === reason,
    before: job.createdAt <= before,
  }
  return Object.values(is).every(Boolean)
}

function cursor({ createdAt, id }: Job): string {
  return `${createdAt}~${id}`
}
