import { expect, test } from 'vitest'
import { dynamoTaskStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { tableOf } from './table-of.ts'

test('nothing is kept or settled of a task that is not there', async () => {
  const { client, asked } = tableOf(() => ({}))
  const store = dynamoTaskStore(client, 'tasks')
  expect(await store.get('t')).toBeUndefined()
  expect(await store.keepTicket('t', 'me', 0, 'ticket')).toBe(false)
  expect(await store.settleGeneration('t', 'me', 0, undefined)).toBe(false)
  // It was read, and nothing was written.
  const read = { TableName: 'tasks', Key: { id: 't' }, ConsistentRead: true }
  expect(asked).toEqual([read, read, read])
})
