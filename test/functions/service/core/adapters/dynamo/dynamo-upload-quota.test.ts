import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { dynamoUploadQuota } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-upload-quota.ts'

/** A quota over a table that answers with `answer`, and what it asked for. */
function quotaOver(answer: () => object) {
  const asked: { ExpressionAttributeValues?: object; Key: object }[] = []
  const send = async ({ input }: { input: never }) => {
    asked.push(input)
    return answer()
  }
  return { quota: dynamoUploadQuota({ send } as never, 'limits'), asked }
}

test('a day’s bytes are counted up to the most, and forgotten two days after its beginning', async () => {
  const { quota, asked } = quotaOver(() => ({}))
  expect(await quota.take('a', '2026-01-01', 11, 10)).toBe(false)
  expect(asked).toEqual([])
  expect(await quota.take('a', '2026-01-01', 10, 10)).toBe(true)
  expect(await quota.take('a', '2026-01-01', 4, 10)).toBe(true)
  expect(asked.map(({ Key }) => Key)).toEqual([
    { id: 'uploads#a#2026-01-01' },
    { id: 'uploads#a#2026-01-01' },
  ])
  const until = { ':end': 1_767_398_400 }
  expect(asked.map((each) => each.ExpressionAttributeValues)).toEqual([
    { ':bytes': 10, ':room': 0, ...until },
    { ':bytes': 4, ':room': 6, ...until },
  ])
})

test('what the table refuses is not taken', async () => {
  const { quota } = quotaOver(() => {
    throw new ConditionalCheckFailedException({ message: 'no', $metadata: {} })
  })
  expect(await quota.take('a', '2026-01-01', 4, 10)).toBe(false)
})

test('a day without uploads has none', async () => {
  expect(await quotaOver(() => ({})).quota.read('a', '2026-01-01')).toBe(0)
  expect(await quotaOver(() => ({ Item: { bytes: 7 } })).quota.read('a', '2026-01-01')).toBe(7)
})
