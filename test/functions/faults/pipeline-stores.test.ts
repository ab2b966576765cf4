import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awsCompanions } from '../../../functions/pipeline/core/adapters/aws-companions.ts'
import { dynamoBatches } from '../../../functions/pipeline/core/adapters/dynamo-batches.ts'
import { dynamoBudgetAccount } from '../../../functions/pipeline/core/adapters/dynamo-budget-account.ts'
import { dynamoInbox } from '../../../functions/pipeline/core/adapters/dynamo-inbox.ts'
import { dynamoJobs } from '../../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import { dynamoKeyRateLimit } from '../../../functions/pipeline/core/adapters/provider/service-keys.ts'
import {
  type Batch,
  type BatchEnding,
  NO_COUNTS,
} from '../../../functions/pipeline/core/ports/batch.ts'
import type { Ending, Job } from '../../../functions/pipeline/core/ports/job.ts'
import { sampled } from '../../setup/sampled.ts'
import { type OpenDatabase, openDatabase } from '../pipeline/open-database.ts'
import { CARRIED_OUT_FIRST, FAULTS, injectFault } from './inject-fault.ts'
import { testRepeats } from './test-repeats.ts'

const faults = sampled(1, CARRIED_OUT_FIRST)

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openDatabase()
})
afterAll(() => opened.close())
const database = () => opened
const now = () => Date.UTC(2026, 0, 31)

const job: Job = {
  id: 'job',
  status: 'running',
  source: { bucket: 'drops', key: 'drop/slim/a.jpg', version: 'v1', size: 1 },
  recipe: { name: 'slim' },
  attempt: 0,
  createdAt: '2026-01-31T00:00:00.000Z',
}
const at = { finishedAt: '2026-01-31T00:01:00.000Z', sourceHash: { sha256: 'ab' } }
const ended: Ending = { ...at, status: 'succeeded', trail: { steps: [], states: [] }, results: [] }
const parked = { reason: 'budget', since: job.createdAt, until: '2026-02-01T00:00:00.000Z' }
const funding = { day: '2026-01-31', by: 'writer', adds: { units: 1 } }

describe('jobs', () => {
  testRepeats({
    faults,
    database,
    indexes: { byDay: ['day', 'createdAt', 'S'], parked: ['waits', 'createdAt', 'S'] },
    open: (db, table) => dynamoJobs(db, table, now),
    operations: [
      { name: 'create', act: (jobs) => jobs.create(job) },
      { name: 'create again', before: (jobs) => jobs.create(job), act: (jobs) => jobs.create(job) },
      {
        name: 'finish',
        before: (jobs) => jobs.create(job),
        act: (jobs) => jobs.finish('job', ended),
      },
      {
        name: 'fund',
        before: (jobs) => jobs.create(job),
        act: (jobs) => jobs.fund('job', funding),
      },
      { name: 'park', before: (jobs) => jobs.create(job), act: (jobs) => jobs.park('job', parked) },
      {
        name: 'fund a parked one',
        before: async (jobs) => {
          await jobs.create(job)
          await jobs.park('job', parked)
        },
        act: (jobs) => jobs.fund('job', funding),
      },
      {
        name: 'mark as batched',
        before: (jobs) => jobs.create(job),
        act: (jobs) => jobs.markBatched('job'),
      },
      { name: 'claim the settlement', act: (jobs) => jobs.claimSettlement('job', 'writer') },
      { name: 'mark as announced', act: (jobs) => jobs.markAnnounced('job') },
      { name: 'record a sequencer', act: (jobs) => jobs.recordSequencer(job.source, '0055') },
      {
        name: 'record an older sequencer',
        before: (jobs) => jobs.recordSequencer(job.source, '0056'),
        act: (jobs) => jobs.recordSequencer(job.source, '0055'),
      },
    ],
  })
})

const key = 'job/0/effect/0/0'
const waiting = { token: 'first', order: 1, request: { a: 1 }, until: 99 }

describe('the inbox', () => {
  testRepeats({
    faults,
    database,
    open: (db, table) => dynamoInbox(db, table, now),
    operations: [
      { name: 'store a token', act: (inbox) => inbox.storeToken(key, waiting) },
      {
        name: 'store an outdated token',
        before: (inbox) => inbox.storeToken(key, { ...waiting, order: 2 }),
        act: (inbox) => inbox.storeToken(key, waiting),
      },
      { name: 'acquire the lock', act: (inbox) => inbox.acquireCreationLock(key, 'me') },
      {
        name: 'release the lock',
        before: (inbox) => inbox.acquireCreationLock(key, 'me'),
        act: (inbox) => inbox.releaseCreationLock(key),
      },
      {
        name: 'link',
        before: (inbox) => inbox.recordOutcome('task', { status: 'success' }),
        act: (inbox) => inbox.link(key, 'task', waiting),
      },
      {
        name: 'link an outdated try',
        before: (inbox) => inbox.link(key, 'task', { ...waiting, order: 2 }),
        act: (inbox) => inbox.link(key, 'task', waiting),
      },
      {
        name: 'record an outcome',
        act: (inbox) => inbox.recordOutcome('task', { status: 'error' }),
      },
      { name: 'record a poll', act: (inbox) => inbox.recordLooks(key, 3) },
    ],
  })
})

const batch: Batch = {
  id: 'batch',
  status: 'running',
  recipe: 'slim',
  manifest: { bucket: 'drops', key: 'm', version: 'v' },
  concurrency: 2,
  tolerated: 5,
  createdAt: job.createdAt,
  ...NO_COUNTS,
}
const chunk = {
  batch: 'batch',
  chunk: 0,
  token: 't',
  order: 1,
  items: [{ line: 1, job: 'job' }],
  ended: [],
}
const ending: BatchEnding = {
  ...NO_COUNTS,
  redrives: 0,
  status: 'succeeded',
  finishedAt: at.finishedAt,
}

describe('batches', () => {
  testRepeats({
    faults,
    database,
    keys: ['id', 'entry'],
    open: (db, table) => dynamoBatches(db, table, now),
    operations: [
      { name: 'create', act: (batches) => batches.create(batch) },
      { name: 'set the total', act: (batches) => batches.setTotal('batch', 7) },
      { name: 'open a chunk', act: (batches) => batches.openChunk(chunk) },
      {
        name: 'remove a job',
        before: (batches) => batches.openChunk(chunk),
        act: (batches) => batches.removeJobs('batch', 0, ['job']),
      },
      {
        name: 'reopen',
        before: (batches) => batches.create(batch),
        act: (batches) => batches.reopen('batch', 1),
      },
      {
        name: 'finish',
        before: (batches) => batches.create(batch),
        act: (batches) => batches.finish('batch', ending),
      },
    ],
  })
})

const entry = { by: 'writer', at: 1, adds: { units: 2 } }
const day = '2026-01-31'

describe('the budget account', () => {
  testRepeats({
    faults,
    database,
    open: dynamoBudgetAccount,
    operations: [
      { name: 'add', act: (account) => account.addEntry(day, 'job', entry, { units: 5 }) },
      {
        name: 'add beyond the limit',
        act: (account) => account.addEntry(day, 'job', entry, { units: 1 }),
      },
      {
        name: 'commit',
        before: (account) => account.addEntry(day, 'job', entry),
        act: (account) => account.commitEntry(day, 'job', 'writer'),
      },
      {
        name: 'roll back',
        before: (account) => account.addEntry(day, 'job', entry),
        act: (account) => account.rollBackEntry(day, 'job', entry),
      },
    ],
  })
})

describe('companions', () => {
  const sqs = { send: async () => ({}) }
  testRepeats({
    faults,
    database,
    open: (db, table) => awsCompanions({ db, table, sqs: sqs as never, queueUrl: 'q', now }),
    operations: [
      { name: 'expect', act: (companions) => companions.expect(job.source, 'job') },
      { name: 'look for', act: (companions) => companions.jobExpecting(job.source) },
    ],
  })
})

test('a fault makes the counts of a batch too small, never too large', async () => {
  const table = await opened.table('Counts', ['id', 'entry'])
  const once = opened.second()
  const batches = dynamoBatches(opened.db, table, now, once)
  const counts = { ...NO_COUNTS, succeeded: 3 }
  // What was throttled is added by the next try.
  const counted = { throttled: 3, 'an expired token': 0 }
  for (const fault of FAULTS) {
    const id = fault.name
    await batches.create({ ...batch, id })
    const injected = injectFault(once, opened.db, { at: 1, fault })
    await batches.addCounts(id, 0, counts).catch(() => undefined)
    injected.restore()
    await batches.addCounts(id, 0, counts)
    expect((await batches.get(id))?.succeeded, id).toBe(counted[id as keyof typeof counted] ?? 3)
    await batches.finish(id, { ...ending, succeeded: 3 })
    // A request that was long on its way.
    await batches.addCounts(id, 1, counts)
    expect((await batches.get(id))?.succeeded, id).toBe(3)
  }
})

test('a lost answer makes the rate limit of a key stricter, never looser', async () => {
  const table = await opened.table('KeyRate')
  const client = opened.second()
  const key = { key: 'k', perWindow: 2 }
  const lost = FAULTS.at(-1)
  const injected = injectFault(client, opened.db, { at: 1, ...(lost && { fault: lost }) })
  const limited = dynamoKeyRateLimit(client, table, now)
  await expect(limited(key)).rejects.toBe(injected.error)
  expect(await limited(key)).toBe(0)
  expect(await limited(key)).toBeGreaterThan(0)
  injected.restore()
})
