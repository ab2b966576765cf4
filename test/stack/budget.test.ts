import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobEvent } from '../../catalog/jobs/job-event.ts'
import { dynamoJobs } from '../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import { budgetDay } from '../../functions/pipeline/core/budget/counters.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { fewOrAll } from '../setup/sampled.ts'
import { dropManifest, endedBatch, putObject } from './batches.ts'
import { type Dropped, drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { noopWorker } from './noop-worker.ts'
import { overhear } from './overhear.ts'
import { putRecipe, slimRecipe } from './put-recipe.ts'
import { endedJob, readJob, readObject } from './read-job.ts'
import { readLedger } from './read-ledger.ts'
import { sendMessages } from './send-message.ts'
import { type Run, startRun } from './start-run.ts'
import { onePersonPicture } from './test-pictures.ts'

const DROP_QUEUE = 'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue'
const RELEASE = 'DarkroomPipeline/Pipeline/ParkedReleaser/Release/Function'
const FILES = fewOrAll(5, 100)
const UNITS = fewOrAll(2, 10)

let run: Run
const worker = noopWorker()
beforeAll(async () => {
  const budget = { units: UNITS, recipes: { rare: { units: 0 } } }
  run = await startRun({}, { spending: { budget } })
})
afterAll(() => run?.close())

beforeEach(() => {
  run.around('service/run-task', worker)
  // It runs every five minutes and would interfere; the tests start it themselves.
  run.around('pipeline/release-parked', async ({ payload }, next) =>
    'detail-type' in (payload as object) ? { payload: null } : next(),
  )
})

/** Jobs for which a notice said that they are parked. */
function parkedIn(heard: readonly unknown[]): Set<string> {
  return new Set(
    (heard as { Entries: { Detail: string }[] }[])
      .flatMap(({ Entries }) => Entries.map(({ Detail }) => JSON.parse(Detail) as JobEvent))
      .filter(({ status }) => status === 'parked')
      .map(({ job }) => job),
  )
}

function bookId(): string {
  return `budget#${budgetDay(Date.now())}`
}

/** A day whose account is empty is a day that has just begun. */
function nextDay() {
  return run.db.send(new DeleteCommand({ TableName: run.tables.jobs, Key: { id: bookId() } }))
}

async function unitsTaken(): Promise<number> {
  const { Item } = await run.db.send(
    new GetCommand({ TableName: run.tables.jobs, Key: { id: bookId() }, ConsistentRead: true }),
  )
  return Number(Item?.['counter units'] ?? 0)
}

async function letGoOn(): Promise<void> {
  const { attributes } = run.stacks.resource(RELEASE)
  const answer = await run.stacks.invoke(attributes['Arn'] ?? '', {})
  expect(answer).toEqual({ payload: null })
}

/** Waits until every job has ended or is parked, `parked` of them. */
function settled(dropped: Dropped[], parked: number): Promise<Job[]> {
  return eventually(
    `${parked} parked of ${dropped.length}`,
    async () => {
      const jobs = await Promise.all(dropped.map(({ job }) => readJob(run, job)))
      const there = jobs.filter((job): job is Job => job !== undefined && job.status !== 'running')
      const waiting = there.filter(({ status }) => status === 'parked').length
      return there.length === dropped.length && waiting === parked ? there : undefined
    },
    180_000,
  )
}

test(`of many files at once, a budget of ${UNITS} units runs as many and parks the rest, which continue on later days`, {
  timeout: 900_000,
}, async () => {
  const heard = overhear('AWSEvents.PutEvents')
  const { png } = await onePersonPicture()
  const before = (await readLedger(run)).spent
  const dropped = await Promise.all(
    Array.from({ length: FILES }, (_, at) => drop(run, png, `drop/slim/budget/${at}.png`)),
  )
  const jobs = await settled(dropped, FILES - UNITS)
  expect(jobs.filter(({ status }) => status === 'succeeded')).toHaveLength(UNITS)
  expect((await readLedger(run)).spent - before).toBe(UNITS)
  expect(await unitsTaken()).toBe(UNITS)

  // Each record says why the job waits and until when. The job is listed, and a notice was sent.
  const parked = jobs.filter(({ status }) => status === 'parked')
  for (const job of parked) {
    expect(job.parked?.reason).toBe(`The day’s budget of ${UNITS} units is spent.`)
    expect(job.parked?.until).toMatch(/T00:00:00\.000Z$/)
  }
  const { jobs: listed } = await dynamoJobs(run.db, run.tables.jobs).listParked()
  expect(listed.map(({ id }) => id).sort()).toEqual(parked.map(({ id }) => id).sort())
  await eventually('the telling of all', () =>
    parkedIn(heard).size >= parked.length ? true : undefined,
  )

  // The budget is spent, so releasing again changes nothing; an operator can still release one job.
  await letGoOn()
  const [chosen] = parked
  await sendMessages(run, DROP_QUEUE, [JSON.stringify({ release: chosen?.id })])
  expect((await endedJob(run, chosen?.id ?? '')).status).toBe('succeeded')
  expect((await settled(dropped, FILES - UNITS - 1)).length).toBe(FILES)
  await eventually('a unit above it', async () =>
    (await unitsTaken()) === UNITS + 1 ? true : undefined,
  )

  await nextDay()
  await letGoOn()
  const later = await settled(dropped, FILES - 2 * UNITS - 1)
  expect(later.filter(({ status }) => status === 'succeeded')).toHaveLength(2 * UNITS + 1)
  expect((await readLedger(run)).spent - before).toBe(2 * UNITS + 1)
})

test('what a failed file did not cost is available to the next one', async () => {
  await nextDay()
  const gone = await drop(run, 'no picture at all', 'drop/unheard-of/a.png')
  expect((await endedJob(run, gone.job)).failure?.code).toBe('RecipeUnknown')
  expect(await unitsTaken()).toBe(0)
  run.around('service/run-task', () => {
    throw new Error('No worker is there.')
  })
  const held = await drop(run, 'no picture at all', 'drop/slim/held.png')
  // The account is written before the record, so it has what the record says.
  const funding = await eventually(
    'what is set aside',
    async () => (await readJob(run, held.job))?.funding,
  )
  expect(funding).toMatchObject({ day: budgetDay(Date.now()), adds: { units: 1 } })
  expect(await unitsTaken()).toBe(1)
})

test('a recipe’s own limit parks its files, and a batch lists them and ends', async () => {
  await putRecipe(run, 'rare', slimRecipe())
  const { png } = await onePersonPicture()
  const keys = ['a', 'b', 'c'].map((name) => `files/rare/${name}.png`)
  for (const key of keys) await putObject(run, key, png)
  const lines = keys.map((key) => `${JSON.stringify({ key })}\n`).join('')
  const batch = await endedBatch(run, await dropManifest(run, 'batches/rare/all.jsonl', lines))
  expect(batch).toMatchObject({ status: 'succeeded', parked: 3, failed: 0, unfinished: 0 })
  const text = Buffer.from(
    await readObject(run, run.at.resultsBucket, batch.results ?? ''),
  ).toString('utf8')
  const ends = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(ends.map(({ status }) => status)).toEqual(['parked', 'parked', 'parked'])
  expect((await readJob(run, ends[0].job))?.parked?.reason).toBe(
    'The day’s budget of 0 units for the recipe rare is less than the 1 units ' +
      'this file may cost: it goes on when it is let.',
  )
})
