import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { dynamoBudgetAccount } from '../../../../../functions/pipeline/core/adapters/dynamo-budget-account.ts'

test('a day’s budget is kept for two days after its end', async () => {
  const asked: object[] = []
  const send = async ({ input }: { input: object }) => asked.push(input)
  const account = dynamoBudgetAccount({ send } as never, 'budget')
  await account.addEntry('2026-01-01', 'a', { adds: { units: 1 } } as never)
  expect(JSON.stringify(asked)).toContain('1767484800')
})

test('a refused entry that has room when it is looked at is tried five times', async () => {
  const asked: string[] = []
  const send = async ({ constructor: { name } }: object) => {
    asked.push(name)
    if (name === 'GetCommand') return { Item: { 'counter units': 1 } }
    throw new ConditionalCheckFailedException({ message: '', $metadata: {} })
  }
  const account = dynamoBudgetAccount({ send } as never, 'budget')
  const entry = { by: 'a', at: 1, adds: { units: 1 } }
  await expect(account.addEntry('2026-01-01', 'a', entry, { units: 2 })).rejects.toThrow(
    'The budget of 2026-01-01 is written by too many at once.',
  )
  expect(asked).toEqual(Array(5).fill(['UpdateCommand', 'GetCommand']).flat())
})
