import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dynamoInbox } from '../../../../../functions/pipeline/core/adapters/dynamo-inbox.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

test('a callback is kept for seven days after its last change, in whole seconds', async () => {
  const table = await database.table('Inbox')
  const clock = { ms: 1_000_900 }
  const inbox = dynamoInbox(database.db, table, () => clock.ms)
  const ends = async (): Promise<unknown[]> => {
    const { Items = [] } = await database.db.send(new ScanCommand({ TableName: table }))
    return Items.map(({ expiresAt }) => expiresAt)
  }
  await inbox.recordLooks('job/0', 1)
  expect(await ends()).toEqual([1_000 + 604_800])
  clock.ms += 60_000
  await inbox.recordLooks('job/0', 2)
  expect(await ends()).toEqual([1_060 + 604_800])
})

test('the outcome of a task that nobody waits for is kept for a day', async () => {
  const table = await database.table('Outcomes')
  const inbox = dynamoInbox(database.db, table, () => 1_000_000)
  await inbox.recordOutcome('task', { status: 'success' } as never)
  const { Items = [] } = await database.db.send(new ScanCommand({ TableName: table }))
  expect(Items.map(({ expiresAt }) => expiresAt)).toEqual([1_000 + 86_400])
})
