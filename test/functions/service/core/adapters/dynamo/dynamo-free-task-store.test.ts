import { randomUUID } from 'node:crypto'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  dynamoFreeTaskStore,
  TASKS_IN_ITEM,
} from '../../../../../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import type { FreeTaskStore } from '../../../../../../functions/service/core/ports/free-task-store.ts'
import { type OpenDatabase, openDatabase } from '../../../../pipeline/open-database.ts'

const MOST = TASKS_IN_ITEM + 4

let database: OpenDatabase
let table: string
let store: FreeTaskStore
let account: string
beforeAll(async () => {
  database = await openDatabase()
  table = await database.table('Units', ['account', 'entry'])
  store = dynamoFreeTaskStore(database.db, table)
})
afterAll(() => database.close())
beforeEach(() => {
  account = `account-${randomUUID()}`
})

/** Stores an item of so many tasks. */
async function plant(count: number): Promise<void> {
  const running = Object.fromEntries(Array.from({ length: count }, (_, n) => [`task-${n}`, n]))
  const Item = { account, entry: 'free', running }
  await database.db.send(new PutCommand({ TableName: table, Item }))
}

/** How many tasks the account's item holds, and how many have an item of their own. */
async function stored(): Promise<[number, number]> {
  const { Items = [] } = await database.db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'account = :account',
      ExpressionAttributeValues: { ':account': account },
    }),
  )
  const item = Items.find(({ entry }) => entry === 'free')
  return [Object.keys(item?.['running'] ?? {}).length, Items.length - (item ? 1 : 0)]
}

test('the first tasks are in one item, further ones have their own, and all are counted', async () => {
  expect(await store.list(account)).toEqual({})
  await plant(TASKS_IN_ITEM - 1)
  for (const n of [1, 2, 3, 4, 5]) expect(await store.add(account, `more-${n}`, n, MOST)).toBe(true)
  expect(await stored()).toEqual([TASKS_IN_ITEM, 4])
  expect(await store.add(account, 'refused', 9, MOST)).toBe(false)
  // One that is counted in is none more, wherever it is.
  for (const n of [1, 5]) expect(await store.add(account, `more-${n}`, 9, MOST)).toBe(true)
  expect(await stored()).toEqual([TASKS_IN_ITEM, 4])
  expect(await store.list(account)).toMatchObject({ 'task-3': 3, 'more-5': 5 })
  for (const id of ['more-5', 'more-1', 'more-1', 'nobody']) await store.remove(account, id)
  expect(await stored()).toEqual([TASKS_IN_ITEM - 1, 3])
  expect(await store.add(account, 'again', 9, MOST)).toBe(true)
  expect(await stored()).toEqual([TASKS_IN_ITEM, 3])
})

test('an account that has had none gets its item with the first', async () => {
  await store.add(account, 'first', 1, MOST)
  await store.add(account, 'second', 2, MOST)
  expect(await stored()).toEqual([1, 1])
  expect(await store.list(account)).toEqual({ first: 1, second: 2 })
})

test('a bound below what an item holds is kept', async () => {
  await plant(2)
  expect(await store.add(account, 'third', 3, 3)).toBe(true)
  expect(await store.add(account, 'fourth', 3, 3)).toBe(false)
  expect(await stored()).toEqual([3, 0])
})

test('of many at once none is too many', async () => {
  await plant(TASKS_IN_ITEM - 2)
  const added = await Promise.all(
    Array.from({ length: 12 }, (_, n) => store.add(account, `new-${n}`, 1, MOST)),
  )
  const count = Object.keys(await store.list(account)).length
  expect(count).toBe(TASKS_IN_ITEM - 2 + added.filter(Boolean).length)
  expect(count).toBeLessThanOrEqual(MOST)
})

test('an item that holds more, as an earlier form left it, bounds and drains', async () => {
  await plant(MOST)
  expect(await store.add(account, 'refused', 1, MOST)).toBe(false)
  await store.remove(account, 'task-0')
  expect(await store.add(account, 'taken', 1, MOST)).toBe(true)
  expect(await stored()).toEqual([MOST - 1, 1])
})
