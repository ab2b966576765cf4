import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dynamoBatches } from '../../../../../functions/pipeline/core/adapters/dynamo-batches.ts'
import {
  type Batch,
  type BatchEnding,
  type Batches,
  NO_COUNTS,
} from '../../../../../functions/pipeline/core/ports/batch.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

const NOW = Date.parse('2026-01-31T00:00:00.500Z')
const DAY = 86_400

let database: OpenDatabase
let table: string
let batches: Batches
let made = 0
let id: string
beforeAll(async () => {
  database = await openDatabase()
  table = await database.table('Batches', ['id', 'entry'])
  batches = dynamoBatches(database.db, table, () => NOW)
})
afterAll(() => database.close())
beforeEach(async () => {
  id = `batch-${made++}`
  await batches.create(batch())
})

function batch(changes: Partial<Batch> = {}): Batch {
  return {
    id,
    status: 'running',
    recipe: 'slim',
    concurrency: 2,
    tolerated: 5,
    ...NO_COUNTS,
    manifest: { bucket: 'drops', key: 'm', version: 'v' },
    createdAt: '2026-01-30T00:00:00.000Z',
    ...changes,
  }
}

const JOBS = ['job-a', 'job-b']

function openChunk(order: number, jobs = JOBS, token = `token-${order}`, ended: string[] = []) {
  const items = [{ line: 1 }, ...jobs.map((job, at) => ({ line: at + 2, job }))]
  return batches.openChunk({ batch: id, chunk: 3, token, order, items, ended })
}

async function expiryOf(key: object): Promise<unknown> {
  const { Item } = await database.db.send(new GetCommand({ TableName: table, Key: key }))
  return Item?.['expiresAt']
}

test('the batches of a time and later are listed, each once', async () => {
  const at = (second: number) => `2027-01-30T00:00:0${second}.000Z`
  for (const second of [1, 2, 3]) {
    await batches.create(batch({ id: `listed-${second}`, createdAt: at(second) }))
  }
  await batches.create(batch({ id: 'listed-2', createdAt: at(4) }))
  const found = await batches.createdSince(at(2))
  expect(found.map((one) => one.id)).toEqual(['listed-2', 'listed-3'])
})

test('a batch is written once, and its total when it is known', async () => {
  await batches.create(batch({ recipe: 'another' }))
  await batches.setTotal(id, 7)
  expect(await batches.get(id)).toMatchObject({ ...batch(), total: 7 })
  expect(await batches.get('batch-nobody')).toBeUndefined()
})

describe('a chunk', () => {
  test('waits for its jobs, and the last of them gives its token', async () => {
    expect(await openChunk(0)).toBe(true)
    expect(await batches.openedItems(id, 3)).toHaveLength(3)
    expect(await batches.openedItems(id, 4)).toBeUndefined()
    for (const job of JOBS) {
      expect(await batches.chunksWaitingFor(job)).toContainEqual({ batch: id, chunk: 3 })
    }
    expect(await batches.chunksWaitingFor('job-c')).toEqual([])
    expect(await batches.removeJobs(id, 3, [])).toBeUndefined()
    expect(await batches.removeJobs(id, 3, ['job-a'])).toBeUndefined()
    expect(await batches.removeJobs(id, 3, ['job-a'])).toBeUndefined()
    expect(await batches.removeJobs(id, 3, ['job-b'])).toBe('token-0')
    expect(await batches.removeJobs(id, 3, [])).toBe('token-0')
  })

  test('of a later try has the later token, and an outdated try changes nothing', async () => {
    await openChunk(1)
    expect(await openChunk(1, JOBS, 'again')).toBe(true)
    expect(await openChunk(0)).toBe(false)
    expect(await batches.removeJobs(id, 3, JOBS)).toBe('again')
  })

  test('without jobs waits for none, whatever an earlier try waited for', async () => {
    await openChunk(0)
    expect(await openChunk(1, [])).toBe(true)
    expect(await batches.removeJobs(id, 3, [])).toBe('token-1')
  })

  test('does not wait for jobs that have ended, and keeps their lines', async () => {
    await openChunk(0)
    expect(await openChunk(1, JOBS, 'token-1', ['job-b'])).toBe(true)
    expect(await batches.openedItems(id, 3)).toHaveLength(3)
    expect(await batches.removeJobs(id, 3, ['job-a'])).toBe('token-1')
    expect(await openChunk(2, JOBS, 'token-2', JOBS)).toBe(true)
    expect(await batches.removeJobs(id, 3, [])).toBe('token-2')
  })

  test('is kept for sixty days', async () => {
    await openChunk(0)
    const until = Math.floor(NOW / 1000) + 60 * DAY
    expect(await expiryOf({ id: `${id}#3`, entry: 'chunk' })).toBe(until)
    expect(await expiryOf({ id: 'job-a', entry: `${id}#3` })).toBe(until)
  })
})

test('each count of a chunk is added once', async () => {
  const counts = { succeeded: 1, refused: 2, failed: 3, parked: 4, unfinished: 5 }
  expect(await batches.addCounts(id, 0, counts)).toMatchObject(counts)
  expect(await batches.addCounts(id, 0, counts)).toMatchObject(counts)
  const sums = { succeeded: 2, refused: 2, failed: 3, parked: 4, unfinished: 5 }
  expect(await batches.addCounts(id, 1, { ...NO_COUNTS, succeeded: 1 })).toMatchObject(sums)
  expect(await expiryOf({ id: `${id}#1`, entry: 'chunk' })).toBe(Math.floor(NOW / 1000) + 60 * DAY)
})

describe('a drive', () => {
  const ending = (redrives: number, changes: Partial<BatchEnding> = {}): BatchEnding => ({
    ...NO_COUNTS,
    redrives,
    status: 'failed',
    finishedAt: `end ${redrives}`,
    failure: { code: 'TooManyFailures', message: 'Too many.' },
    ...changes,
  })
  const ended = async () => (await batches.get(id))?.finishedAt

  test('ends once', async () => {
    await batches.finish(id, ending(0, { succeeded: 4, results: 'r' }))
    await batches.finish(id, ending(0, { finishedAt: 'again' }))
    expect(await batches.get(id)).toMatchObject({
      status: 'failed',
      finishedAt: 'end 0',
      succeeded: 4,
      results: 'r',
      redrives: 0,
      failure: { code: 'TooManyFailures' },
    })
  })

  test('that ended well can still fail, and one that failed cannot end well', async () => {
    await batches.finish(id, ending(1, { status: 'succeeded', finishedAt: 'well' }))
    await batches.finish(id, ending(0, { finishedAt: 'before' }))
    await batches.finish(id, ending(1, { status: 'succeeded', finishedAt: 'again' }))
    expect(await ended()).toBe('well')
    await batches.finish(id, ending(1))
    expect(await batches.get(id)).toMatchObject({ status: 'failed', finishedAt: 'end 1' })
    await batches.finish(id, ending(1, { status: 'succeeded', finishedAt: 'too late' }))
    expect(await ended()).toBe('end 1')
  })

  test('of a later number replaces the ending of an earlier one, and not the other way', async () => {
    await batches.finish(id, ending(1))
    await batches.finish(id, ending(0))
    expect(await ended()).toBe('end 1')
    await batches.finish(id, ending(2))
    expect(await ended()).toBe('end 2')
  })

  test('that begins again forgets the ending and remembers what was done', async () => {
    await batches.addCounts(id, 0, {
      succeeded: 1,
      refused: 20,
      failed: 300,
      parked: 4000,
      unfinished: 50_000,
    })
    await batches.finish(id, {
      ...ending(0),
      succeeded: 1,
      refused: 20,
      failed: 300,
      parked: 4000,
      unfinished: 9,
    })
    await batches.reopen(id, 1)
    const again = await batches.get(id)
    expect(again).toMatchObject({
      status: 'running',
      redrives: 1,
      unfinished: 0,
      resumed: { at: new Date(NOW).toISOString(), done: 4321 },
    })
    expect(again).not.toHaveProperty('failure')
    expect(again).not.toHaveProperty('finishedAt')
    // The same drive is not begun twice, and its end is not forgotten.
    await batches.finish(id, ending(1))
    await batches.reopen(id, 1)
    expect(await ended()).toBe('end 1')
  })

  test('of a batch that there is not is none', async () => {
    await batches.reopen('batch-nobody', 1)
    expect(await batches.get('batch-nobody')).toBeUndefined()
  })
})
