import { expect, test } from 'vitest'
import { dynamoDeliveryStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-delivery-store.ts'
import { tableOf } from './table-of.ts'

test('of failed deliveries those are given that are still there', async () => {
  const keys = ['e-0', 'e-1', 'e-2'].map((eventId) => ({ account: 'a', eventId, endpointId: 'i' }))
  const { client, asked } = tableOf((query) => {
    const { Key } = query as { Key?: { entry: string } }
    if (!Key) return { Items: keys }
    return Key.entry.includes('e-1') ? {} : { Item: { entry: Key.entry } }
  })
  const span = { since: 1, before: 9, limit: 5 }
  expect(await dynamoDeliveryStore(client, 'webhooks').failedDeliveries('a', span)).toEqual([
    { entry: 'delivery#e-0#i' },
    { entry: 'delivery#e-2#i' },
  ])
  expect(asked.slice(1)).toEqual(
    keys.map(({ eventId }) => ({
      TableName: 'webhooks',
      Key: { owner: 'a', entry: `delivery#${eventId}#i` },
    })),
  )
})
