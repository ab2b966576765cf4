import { expect, test } from 'vitest'
import {
  failuresOf,
  listDeliveries,
  pendingShardOf,
  readDueDeliveries,
  readFailedDeliveries,
} from '../../../../../../functions/service/core/adapters/dynamo/delivery-queries.ts'
import { tableOf } from './table-of.ts'

test('all deliveries of an account are read, over all pages, the newest first', async () => {
  const { client, asked } = tableOf((_, nth) => ({
    Items: [{ createdAt: 2 * nth }, { createdAt: 9 - nth }],
    ...(nth === 1 && { LastEvaluatedKey: { nth } }),
  }))
  const found = await listDeliveries(client, 'webhooks', 'a', 7)
  expect(found.map(({ createdAt }) => createdAt)).toEqual([8, 7, 4, 2])
  expect(asked).toHaveLength(2)
  expect(asked[0]?.ExpressionAttributeValues).toEqual({
    ':account': 'a',
    ':prefix': 'delivery#',
    ':since': 7,
  })
})

test('pending deliveries are in four partitions, which no release changes', () => {
  expect(['a', 'b', 'd', 'e'].map(pendingShardOf)).toEqual([
    'pending-2',
    'pending-2',
    'pending-0',
    'pending-3',
  ])
  expect(failuresOf('a')).toBe('failed-a')
})

test('no more are due than are asked for, of all partitions', async () => {
  const { client, asked } = tableOf(({ ExpressionAttributeValues: { ':shard': shard } }) => ({
    Items: [1, 2].map((attempt) => ({
      account: 'a',
      eventId: shard,
      endpointId: 'i',
      attempt,
      x: 1,
    })),
  }))
  const found = await readDueDeliveries(client, 'webhooks', 9, 5)
  const due = (shard: number, attempt: number) => ({
    account: 'a',
    eventId: `pending-${shard}`,
    endpointId: 'i',
    attempt,
  })
  expect(found).toEqual([due(0, 1), due(0, 2), due(1, 1), due(1, 2), due(2, 1)])
  expect(asked.map(({ Limit, ExpressionAttributeValues: at }) => [Limit, at[':before']])).toEqual(
    Array(4).fill([5, 9]),
  )
})

test('those that were given up in a span are read, the latest first', async () => {
  const { client, asked } = tableOf(() => ({ Items: [{ eventId: 'e' }] }))
  const span = { since: 3, before: 5, limit: 7 }
  expect(await readFailedDeliveries(client, 'webhooks', 'a', span)).toEqual([{ eventId: 'e' }])
  expect(asked).toMatchObject([
    {
      IndexName: 'pending',
      ScanIndexForward: false,
      Limit: 7,
      ExpressionAttributeValues: { ':failures': 'failed-a', ':since': 3, ':before': 5 },
    },
  ])
})
