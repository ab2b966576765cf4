import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dynamoJobs } from '../../../../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import type { Ending, Job, Jobs } from '../../../../../functions/pipeline/core/ports/job.ts'
import { NO_TRAIL } from '../../../../../functions/pipeline/core/ports/trail.ts'
import { isNewer } from '../../../../../functions/pipeline/core/sources/sequencer.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
let onDynamo: Jobs
beforeAll(async () => {
  database = await openDatabase()
  onDynamo = dynamoJobs(database.db, await database.table('Jobs'))
})
afterAll(() => database.close())

let made = 0
function job(changes: Partial<Job> = {}): Job {
  return {
    id: `job-${made++}`,
    status: 'running',
    attempt: 0,
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 1, sequencer: '01' },
    recipe: { name: 'slim' },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}
const failed: Ending = {
  status: 'failed',
  finishedAt: '2026-01-01T00:00:01.000Z',
  trail: NO_TRAIL,
  sourceHash: { unhashed: 'It is gone.' },
  failure: { code: 'NoTarget', message: 'Nobody.', state: 'ChooseTarget', retryable: false },
}
const succeeded: Ending = {
  status: 'succeeded',
  finishedAt: '2026-01-01T00:00:02.000Z',
  trail: NO_TRAIL,
  sourceHash: { sha256: '0'.repeat(64) },
  results: [],
}

describe.each([
  ['in memory', () => memoryJobs() as Jobs],
  ['in DynamoDB', () => onDynamo],
])('jobs %s', (_, open) => {
  test('the first record of an id stays and is read back as written', async () => {
    const jobs = open()
    const first = job()
    await jobs.create(first)
    await jobs.create({ ...first, recipe: { name: 'other' } })
    expect(await jobs.get(first.id)).toMatchObject(first)
    expect(await jobs.get('job-nobody')).toBeUndefined()
  })

  test('a parked job runs once it is funded, and a funded job is not parked', async () => {
    const jobs = open()
    const { id } = job()
    const why = {
      reason: 'Spent.',
      since: '2026-01-01T00:00:00.000Z',
      until: '2026-01-02T00:00:00.000Z',
    }
    const funding = { day: '2026-01-02', by: 'a', adds: { units: 1 } }
    await jobs.create(job({ id }))
    expect(await jobs.park(id, why)).toMatchObject({ status: 'parked', parked: why })
    expect(await jobs.finish(id, failed)).toMatchObject({ status: 'parked' })
    const funded = await jobs.fund(id, funding)
    expect(funded).toMatchObject({ status: 'running', funding })
    expect(funded).not.toHaveProperty('parked')
    // Neither a second funding nor a late parking changes a funded or an ended job.
    expect(await jobs.fund(id, { ...funding, by: 'b' })).toEqual(funded)
    expect(await jobs.park(id, why)).toEqual(funded)
    const ended = await jobs.finish(id, succeeded)
    expect(await jobs.park(id, why)).toEqual(ended)
    expect(await jobs.fund(id, funding)).toEqual(ended)
    expect([await jobs.claimSettlement(id, 'x'), await jobs.claimSettlement(id, 'y')]).toEqual([
      'x',
      'x',
    ])
    expect(await jobs.get(id)).toEqual(ended)
  })

  test('a job that a batch takes over says so, unless it has ended', async () => {
    const jobs = open()
    const { id } = job()
    await jobs.create(job({ id }))
    expect((await jobs.get(id))?.batched).toBeUndefined()
    await jobs.markBatched(id)
    expect((await jobs.get(id))?.batched).toBe(true)
    const over = job()
    await jobs.create(over)
    const ended = await jobs.finish(over.id, succeeded)
    await jobs.markBatched(over.id)
    expect(await jobs.get(over.id)).toEqual(ended)
  })

  test('the first ending stays, and a second one returns it', async () => {
    const jobs = open()
    const { id } = job()
    await jobs.create(job({ id }))
    expect(await jobs.finish(id, failed)).toMatchObject({ id, ...failed })
    const again = await jobs.finish(id, succeeded)
    expect(again).toMatchObject({ id, ...failed })
    expect(again).not.toHaveProperty('results')
    expect(await jobs.get(id)).toEqual(again)
  })

  test('ending an unknown job returns nothing', async () => {
    expect(await open().finish('job-nobody', failed)).toBeUndefined()
  })

  test('announcements are recorded without changing the job', async () => {
    const jobs = open()
    const { id } = job()
    await jobs.create(job({ id }))
    const ended = await jobs.finish(id, failed)
    expect(await jobs.wasAnnounced(id)).toBe(false)
    await jobs.markAnnounced(id)
    await jobs.markAnnounced(id)
    expect(await jobs.wasAnnounced(id)).toBe(true)
    expect(await jobs.get(id)).toEqual(ended)
  })

  test('the newest sequencer of each key is kept, in whatever order they arrive', async () => {
    const jobs = open()
    const object = { bucket: 'drop', key: `drop/slim/${made++} a+%25\n📷` }
    expect(await jobs.newestSequencer(object)).toBeUndefined()
    expect(
      isNewer('0055AED6DCD90281E5', await jobs.recordSequencer(object, '0055AED6DCD90281E5')),
    ).toBe(false)
    const older = await jobs.recordSequencer(object, '0055AED6DCD90281')
    expect(isNewer(older, '0055AED6DCD90281')).toBe(true)
    expect(isNewer(await jobs.recordSequencer(object, '1'), '0055AED6DCD90281E5')).toBe(true)
    expect(await jobs.newestSequencer({ ...object, key: `${object.key}x` })).toBeUndefined()
  })
})

test.each([
  ['2', '10', true],
  ['10', '2', false],
  ['1', '10', false],
  ['10', '1', false],
  ['0055aed6dcd90281e5', '0055AED6DCD90281E5', false],
])('sequencer %s is newer than %s: %s', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected)
})
