import { expect, test } from 'vitest'
import {
  pendingShardOf,
  readDueDeliveries,
  readFailedDeliveries,
} from '../../../../../../functions/service/core/adapters/dynamo/delivery-queries.ts'
import {
  recordUpdate,
  refuseUpdate,
  replayUpdate,
} from '../../../../../../functions/service/core/adapters/dynamo/delivery-updates.ts'

const made = { at: 7, status: 500 } as never
const record = (status: string) =>
  recordUpdate(3, made, { status, dueAt: 9 } as never, 'failed-acme')

test.each([
  ['pending', false, false],
  ['delivered', false, true],
  ['exhausted', true, false],
  ['refused', true, false],
])(
  'after an attempt a delivery that is %s is among the failures: %s, leaves the index: %s',
  (status, failed, leaves) => {
    const { UpdateExpression: update = '', ExpressionAttributeValues: values } = record(status)
    expect(update.includes('pending = :failures')).toBe(failed)
    expect(update.endsWith('REMOVE claimedUntil, pending')).toBe(leaves)
    expect(values).toMatchObject({
      ':attempt': 3,
      ':next': 4,
      ':due': 9,
      ':made': [made],
      ':status': status,
    })
    expect(values?.[':failures']).toBe(failed ? 'failed-acme' : undefined)
  },
)

test('a delivery is refused while it is pending, and replayed after', () => {
  expect(refuseUpdate('failed-acme').ExpressionAttributeValues).toEqual({
    ':refused': 'refused',
    ':pending': 'pending',
    ':failures': 'failed-acme',
  })
  expect(replayUpdate(4, 9, 'pending-1').ExpressionAttributeValues).toEqual({
    ':pending': 'pending',
    ':shard': 'pending-1',
    ':now': 9,
    ':attempt': 4,
  })
})

test('due deliveries are read from four partitions, no more than are asked for', async () => {
  const asked: Record<string, unknown>[] = []
  const item = { account: 'a', eventId: 'e', endpointId: 'p', attempt: 1, dueAt: 5 }
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    asked.push(input)
    return asked.length === 2 ? {} : { Items: [item, item] }
  }
  const found = await readDueDeliveries({ send } as never, 'deliveries', 10, 5)
  expect(found).toEqual(Array(5).fill({ account: 'a', eventId: 'e', endpointId: 'p', attempt: 1 }))
  expect(asked.map((one) => one['ExpressionAttributeValues'])).toEqual(
    [0, 1, 2, 3].map((shard) => ({ ':shard': `pending-${shard}`, ':before': 10 })),
  )
  expect(asked[0]).toMatchObject({ IndexName: 'pending', Limit: 5 })
  const shards = new Set(Array.from({ length: 99 }, (_, n) => pendingShardOf(`evt_${n}`)))
  expect([...shards].sort()).toEqual(['pending-0', 'pending-1', 'pending-2', 'pending-3'])
})

test('failed deliveries are read the latest first', async () => {
  const asked: object[] = []
  const send = async ({ input }: { input: object }) => {
    asked.push(input)
    return {}
  }
  const span = { since: 1, before: 9, limit: 3 }
  expect(await readFailedDeliveries({ send } as never, 'deliveries', 'acme', span)).toEqual([])
  expect(asked).toMatchObject([
    {
      ScanIndexForward: false,
      Limit: 3,
      ExpressionAttributeValues: { ':failures': 'failed-acme', ':since': 1, ':before': 9 },
    },
  ])
})
