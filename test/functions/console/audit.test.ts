import { expect, test } from 'vitest'
import { dynamoAudit } from '../../../functions/console/changes/audit.ts'

test('a change is kept by its day for 400 days', async () => {
  const put: { TableName: string; Item: { entry: string } }[] = []
  const db = { send: async ({ input }: { input: never }) => put.push(input) }
  const entry = {
    who: 'ada',
    at: '2026-11-26T12:00:00.999Z',
    what: 'w',
    on: {},
    ip: 'i',
    status: 200,
  }
  await dynamoAudit(db as never, 'console')(entry)
  expect(put).toMatchObject([
    { TableName: 'console', Item: { ...entry, id: 'audit#2026-11-26', expiresAt: 1_830_254_400 } },
  ])
  expect(put[0]!.Item.entry).toMatch(/^2026-11-26T12:00:00\.999Z#[0-9a-f-]{36}$/)
})
