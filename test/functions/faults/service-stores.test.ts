import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dynamoCounterStore } from '../../../functions/service/core/adapters/dynamo/dynamo-counter-store.ts'
import { dynamoIdempotencyStore } from '../../../functions/service/core/adapters/dynamo/dynamo-idempotency-store.ts'
import { dynamoKeyStore } from '../../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoSemaphoreStore } from '../../../functions/service/core/adapters/dynamo/dynamo-semaphore-store.ts'
import { dynamoTaskStore } from '../../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from '../../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoUploadSlotStore } from '../../../functions/service/core/adapters/dynamo/dynamo-upload-slot-store.ts'
import type { Task } from '../../../functions/service/core/model/task.ts'
import type { Reservation, UnitStore } from '../../../functions/service/core/ports/unit-store.ts'
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

const task: Task = {
  id: 't'.repeat(64),
  account: 'a',
  feature: 'face-lift',
  stage: 'effect',
  status: 'running',
  files: { src: { url: 'https://example.com/a.jpg' } },
  parameters: { intensity: 1 },
  units: 3,
  createdAt: 10,
  expiresAt: 10_000,
}
const LEASE = { holder: 'h', until: 99_000 }
const failed = { status: 'error', error: 'error_no_face' as never, errorMessage: 'No.' } as const

describe('tasks', () => {
  testRepeats({
    faults,
    database,
    indexes: { byAccount: ['account', 'createdAt', 'N'], open: ['open', 'createdAt', 'N'] },
    open: dynamoTaskStore,
    operations: [
      { name: 'create', act: (tasks) => tasks.create(task) },
      {
        name: 'finish',
        before: (tasks) => tasks.create(task),
        act: (tasks) => tasks.finish(task.id, failed, 20),
      },
      {
        name: 'lower the units',
        before: async (tasks) => {
          await tasks.create(task)
          await tasks.takeLease(task.id, LEASE, 15_000)
        },
        act: (tasks) => tasks.lowerUnits(task.id, LEASE.holder, 3, 2),
      },
      {
        name: 'take a lease',
        before: (tasks) => tasks.create(task),
        act: (tasks) => tasks.takeLease(task.id, LEASE, 15_000),
      },
      {
        name: 'give a lease back',
        before: async (tasks) => {
          await tasks.create(task)
          await tasks.takeLease(task.id, LEASE, 15_000)
        },
        act: (tasks) => tasks.releaseLease(task.id, LEASE.holder),
      },
      {
        name: 'erase',
        before: async (tasks) => {
          await tasks.create(task)
          await tasks.finish(task.id, failed, 20)
        },
        act: (tasks) => tasks.erase(task.id, 30),
      },
      {
        name: 'list',
        before: (tasks) => tasks.create(task),
        act: (tasks) => tasks.list('a', 5, 'running'),
      },
      {
        name: 'list the running ones',
        before: (tasks) => tasks.create(task),
        act: (tasks) => tasks.runningCreatedBefore({ waiting: 50, begun: 50 }, 5),
      },
    ],
  })

  test('a page without items does not end a list', async () => {
    const table = await opened.table('Pages', ['id'], {
      byAccount: ['account', 'createdAt', 'N'],
      open: ['open', 'createdAt', 'N'],
    })
    const tasks = dynamoTaskStore(opened.db, table)
    await tasks.create(task)
    const { Items: [stored] = [] } = await opened.db.send(new ScanCommand({ TableName: table }))
    const items = Array.from({ length: 600 }, (_, at) => ({
      PutRequest: { Item: { ...stored, id: `${task.id}${at}`, createdAt: at, expiresAt: at } },
    }))
    for (let from = 0; from < items.length; from += 25) {
      const RequestItems = { [table]: items.slice(from, from + 25) }
      await opened.db.send(new BatchWriteCommand({ RequestItems }))
    }
    await tasks.finish(`${task.id}3`, failed, 700)
    // The index is read in pages of 500, newest first; the only task of this status is in the second.
    expect(await tasks.list('a', 5, 'error')).toMatchObject([{ id: `${task.id}3` }])
  })
})

const record = { hash: 'h', account: 'a', name: 'n', active: true, createdAt: 1 }

describe('keys', () => {
  testRepeats({
    faults,
    database,
    keys: ['hash'],
    open: dynamoKeyStore,
    operations: [
      { name: 'put', act: (keys) => keys.put(record) },
      {
        name: 'switch off',
        before: (keys) => keys.put(record),
        act: (keys) => keys.setActive('h', false),
      },
      {
        name: 'set the expiry',
        before: (keys) => keys.put(record),
        act: (keys) => keys.setExpiry('h', 99),
      },
      { name: 'list', before: (keys) => keys.put(record), act: (keys) => keys.list('a') },
    ],
  })
})

const claim = { id: 'k', request: 'r', taskId: 't', heldUntil: 20, expiresAt: 90 }

describe('idempotency records', () => {
  testRepeats({
    faults,
    database,
    open: dynamoIdempotencyStore,
    operations: [
      { name: 'claim', act: (records) => records.claim(claim, 10) },
      {
        name: 'extend',
        before: (records) => records.claim(claim, 10),
        act: (records) => records.extend(claim, 30),
      },
      {
        name: 'remove',
        before: (records) => records.claim(claim, 10),
        act: (records) => records.remove(claim),
      },
    ],
  })
})

describe('upload slots', () => {
  const slot = { id: 's', account: 'a', contentType: 'image/png', size: 5, expiresAt: 9 }
  const user = { taskId: 't', at: 1 }
  testRepeats({
    faults,
    database,
    open: dynamoUploadSlotStore,
    operations: [
      { name: 'put', act: (slots) => slots.put(slot) },
      {
        name: 'addUser',
        before: (slots) => slots.put(slot),
        act: (slots) => slots.addUser('s', slot.account, user),
      },
      {
        name: 'removeUsers',
        before: (slots) => slots.put(slot),
        act: (slots) => slots.removeUsers('s', [user]),
      },
      { name: 'close', before: (slots) => slots.put(slot), act: (slots) => slots.close(slot, 2) },
    ],
  })
})

describe('semaphores', () => {
  testRepeats({
    faults,
    database,
    open: dynamoSemaphoreStore,
    operations: [
      { name: 'acquire', act: (semaphores) => semaphores.acquire('face-lift', 't', 1, 10, 20) },
      {
        name: 'acquire an expired slot',
        before: (semaphores) => semaphores.acquire('face-lift', 'crashed', 1, 1, 5),
        act: (semaphores) => semaphores.acquire('face-lift', 't', 1, 10, 20),
      },
      {
        name: 'release',
        before: (semaphores) => semaphores.acquire('face-lift', 't', 1, 10, 20),
        act: (semaphores) => semaphores.release('face-lift', 't'),
      },
    ],
  })
})

const granted = { units: 10, reference: 'first', at: 1 }

async function reserved(units: UnitStore): Promise<Reservation> {
  await units.grant('a', granted)
  const result = await units.reserve('a', { taskId: 't', id: 'r', least: 4, most: 4, at: 2 })
  if (!('held' in result)) throw new Error(result.refused)
  return result.held
}

describe('units', () => {
  let held: Reservation
  const before = async (units: UnitStore) => {
    held = await reserved(units)
  }
  testRepeats({
    faults,
    database,
    keys: ['account', 'entry'],
    open: dynamoUnitStore,
    observe: async (units) => {
      const { entries } = await units.history('a', 9)
      return {
        balance: await units.balance('a', 5),
        entries: entries.map(({ action, target, units: count, at }) => [action, target, count, at]),
      }
    },
    operations: [
      { name: 'grant', act: (units) => units.grant('a', granted) },
      { name: 'reserve', before: (units) => units.grant('a', granted), act: reserved },
      {
        name: 'charge',
        before,
        act: (units) => units.charge('a', held, { units: 3, at: 4 }),
      },
      { name: 'lower', before, act: (units) => units.lower('a', held, 2) },
      { name: 'release', before, act: (units) => units.release('a', held) },
    ],
  })
})

test('a lost answer makes a counter too high, never too low', async () => {
  const table = await opened.table('Counters')
  const client = opened.second()
  const lost = FAULTS.at(-1)
  const injected = injectFault(client, opened.db, { at: 1, ...(lost && { fault: lost }) })
  const counters = dynamoCounterStore(client, table)
  const one = { second: 300, requests: 1, now: 1 }
  await expect(counters.add('key', one)).rejects.toBe(injected.error)
  expect(await counters.add('key', one)).toEqual({ inWindow: 2, inSecond: 2 })
  injected.restore()
})
