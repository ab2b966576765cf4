import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { dynamoEndpointStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-endpoint-store.ts'

type Asked = { constructor: { name: string }; input: { Key?: { entry: string } } }

/** Endpoints in a table that answers so; a refusal is a condition that does not hold. */
function storeOf(
  answer: (name: string, entry: string | undefined, nth: number) => object | 'refused',
) {
  const asked: string[] = []
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }))
  client.send = (async ({ constructor: { name }, input: { Key } }: Asked) => {
    asked.push(Key ? `${name} ${Key.entry}` : name)
    const given = answer(name, Key?.entry, asked.length)
    if (given === 'refused') {
      throw new ConditionalCheckFailedException({ message: '', $metadata: {} })
    }
    return given
  }) as never
  return { store: dynamoEndpointStore(client, 'webhooks'), asked }
}

const ENDPOINT = {
  account: 'a',
  id: 'e',
  url: 'https://example.com',
  active: true,
  secrets: ['s'],
  createdAt: 1,
}

test('an endpoint that lost its slot while it was written is taken back, and gets another', async () => {
  const seats: object[] = [{}, { e: '5 token' }]
  const { store, asked } = storeOf((name) =>
    name === 'GetCommand' ? { Item: { seats: seats.shift() } } : {},
  )
  expect(await store.putEndpoint(ENDPOINT)).toBe(true)
  expect(asked).toEqual([
    'UpdateCommand seats',
    'PutCommand',
    'GetCommand seats',
    'DeleteCommand endpoint#e',
    'UpdateCommand seats',
    'PutCommand',
    'GetCommand seats',
  ])
})

test.each([
  [0, { since: 3, count: 4 }, 1],
  [1, { since: 3, count: 4 }, 2],
  [2, { since: 3, count: 4 }, 3],
  [3, undefined, 3],
])('a failure is counted in a streak, after %d refusals', async (refusals, counted, updates) => {
  const { store, asked } = storeOf((_, __, nth) =>
    nth <= refusals ? 'refused' : { Attributes: { failingSince: 3, failures: 4 } },
  )
  expect(await store.recordFailure('a', 'e', 9)).toEqual(counted)
  expect(asked).toEqual(Array(updates).fill('UpdateCommand endpoint#e'))
})
