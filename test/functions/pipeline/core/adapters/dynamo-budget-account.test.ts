import { expect, test } from 'vitest'
import { dynamoBudgetAccount } from '../../../../../functions/pipeline/core/adapters/dynamo-budget-account.ts'

test('a day’s budget is kept for two days after its end', async () => {
  const asked: object[] = []
  const send = async ({ input }: { input: object }) => asked.push(input)
  const account = dynamoBudgetAccount({ send } as never, 'budget')
  await account.addEntry('2026-01-01', 'a', { adds: { units: 1 } } as never)
  expect(JSON.stringify(asked)).toContain('1767484800')
})
