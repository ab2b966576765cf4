import { expect, test } from 'vitest'
import { dynamoCounterStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-counter-store.ts'

/** Counters of a table that answers so, and what it was asked. */
function countersOf(answer: object) {
  const asked: Record<string, unknown>[] = []
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    asked.push(input)
    return answer
  }
  return { asked, counters: dynamoCounterStore({ send } as never, 'limits') }
}

test('requests are counted by window and by second, and kept for two windows behind their own', async () => {
  const { asked, counters } = countersOf({ Attributes: { requests: 9, s7: 4 } })
  const counted = await counters.add('key#a', { second: 3_007, requests: 5, now: 2 })
  expect(counted).toEqual({ inWindow: 9, inSecond: 4 })
  expect(asked).toMatchObject([
    {
      TableName: 'limits',
      Key: { id: 'key#a#3000' },
      ExpressionAttributeNames: { '#second': 's7' },
      ExpressionAttributeValues: { ':end': 3_900, ':requests': 5, ':now': 2 },
    },
  ])
})

test('a window in which nobody asked has no requests', async () => {
  const { asked, counters } = countersOf({})
  expect(await counters.read('key#a', 2_700)).toBe(0)
  expect(asked).toEqual([{ TableName: 'limits', Key: { id: 'key#a#2700' } }])
  expect(await countersOf({ Item: { requests: 3 } }).counters.read('a', 0)).toBe(3)
})
