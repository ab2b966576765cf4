import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dynamoSessionStore,
  type SessionStore,
} from '../../../functions/console/sign-in/session-store.ts'
import { type OpenDatabase, openDatabase } from '../pipeline/open-database.ts'

const MINUTE = 60_000

let database: OpenDatabase
let table: string
let sessions: SessionStore
let now = Date.parse('2026-11-26T12:00:00Z')
beforeAll(async () => {
  database = await openDatabase()
  table = await database.table('Console', ['id', 'entry'])
  sessions = dynamoSessionStore(database.db, table, () => now)
})
afterAll(() => database.close())

const open = () => sessions.open({ role: 'viewer', who: 'local' })

test('a session ends an hour after the last request', async () => {
  const id = await open()
  now += 59 * MINUTE
  expect(await sessions.find(id)).toMatchObject({ role: 'viewer' })
  now += 59 * MINUTE
  expect(await sessions.find(id)).toBeDefined()
  now += 60 * MINUTE
  expect(await sessions.find(id)).toBeUndefined()
})

test('a session ends after twelve hours, however often something is asked', async () => {
  const id = await open()
  for (let hours = 0; hours < 12; hours++) {
    now += 59 * MINUTE
    expect(await sessions.find(id)).toBeDefined()
  }
  now += 12 * MINUTE
  expect(await sessions.find(id)).toBeUndefined()
})

test('a session that is closed is gone, and no other one', async () => {
  const [id, other] = [await open(), await open()]
  await sessions.close(id)
  expect(await sessions.find(id)).toBeUndefined()
  expect(await sessions.find(other)).toBeDefined()
})

test('what the table holds opens no session', async () => {
  const id = await open()
  const { Items = [] } = await database.db.send(new ScanCommand({ TableName: table }))
  expect(Items.length).toBeGreaterThan(0)
  expect(JSON.stringify(Items)).not.toContain(id)
  for (const item of Items) {
    expect(await sessions.find(String(item['id']).replace('session#', ''))).toBeUndefined()
  }
})

test('what is kept for a sign-in is taken once, and not after its time', async () => {
  await sessions.keep('state', { verifier: 'v' }, 600)
  expect(await sessions.take('state')).toEqual({ verifier: 'v' })
  expect(await sessions.take('state')).toBeUndefined()
  await sessions.keep('late', { verifier: 'v' }, 600)
  now += 10 * MINUTE
  expect(await sessions.take('late')).toBeUndefined()
})

test('attempts are counted by name, and anew when their time is over', async () => {
  expect([await sessions.count('a', 600), await sessions.count('a', 600)]).toEqual([1, 2])
  expect(await sessions.count('b', 600)).toBe(1)
  now += 10 * MINUTE
  expect(await sessions.count('a', 600)).toBe(1)
})
