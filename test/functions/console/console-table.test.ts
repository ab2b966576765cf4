import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { dynamoOnce } from '../../../functions/console/changes/once.ts'
import { dynamoReadAudit } from '../../../functions/console/changes/read-audit.ts'

const NOW = Date.parse('2026-11-26T12:00:00.999Z')

type Asked = { ':day': string; ':below': string; limit: number }

/** Reads the audit of a table with these sort keys, and tells what was asked. */
async function auditOf(keys: string[], page: { before?: string; limit: number }) {
  const asked: Asked[] = []
  const send = async ({ input }: { input: never }) => {
    const { ExpressionAttributeValues: values, Limit: limit } = input as {
      ExpressionAttributeValues: Omit<Asked, 'limit'>
      Limit: number
    }
    asked.push({ ...values, limit })
    const found = keys
      .filter((key) => `audit#${key.slice(0, 10)}` === values[':day'] && key < values[':below'])
      .toSorted()
      .reverse()
    return { Items: found.slice(0, limit).map((entry) => ({ entry, who: entry, status: 200 })) }
  }
  const read = await dynamoReadAudit({ send } as never, 'console', () => NOW)(page)
  return { who: read.entries.map(({ who }) => who), next: read.next, asked }
}

const KEYS = ['2026-11-26T11#a', '2026-11-26T10#a', '2026-11-24T10#a']

test('the audit is read day by day, the newest first', async () => {
  const first = await auditOf(KEYS, { limit: 2 })
  expect([first.who, first.next]).toEqual([KEYS.slice(0, 2), KEYS[1]])
  expect(first.asked).toEqual([{ ':day': 'audit#2026-11-26', ':below': '~', limit: 2 }])
  const second = await auditOf(KEYS, { limit: 2, before: KEYS[1]! })
  expect(second.who).toEqual([KEYS[2]])
  expect(second.asked.slice(0, 3)).toEqual([
    { ':day': 'audit#2026-11-26', ':below': KEYS[1], limit: 2 },
    { ':day': 'audit#2026-11-25', ':below': '~', limit: 2 },
    { ':day': 'audit#2026-11-24', ':below': '~', limit: 2 },
  ])
  // A month without entries ends the page, which tells where to go on.
  expect([second.asked.length, second.next]).toEqual([31, '2026-10-26'])
})

test('a date asks for its own entries, and a month of none for no other page', async () => {
  expect((await auditOf(KEYS, { limit: 1, before: '2026-11-24' })).who).toEqual([KEYS[2]])
  const none = await auditOf(KEYS, { limit: 1, before: '2026-11-23' })
  expect([none.who, none.next, none.asked.length]).toEqual([[], undefined, 31])
})

/** A change over a table that holds `earlier`, and what is sent to it. */
function onceOver(earlier?: { request?: string; answer?: string }) {
  const sent: unknown[] = []
  const send = async (command: { input: Record<string, unknown> }) => {
    sent.push(command)
    if (command instanceof PutCommand && earlier)
      throw new ConditionalCheckFailedException({ message: 'there', $metadata: {} })
    return command instanceof GetCommand ? { Item: earlier } : {}
  }
  const once = dynamoOnce({ send } as never, 'console', () => NOW)
  const change = { who: 'ada', key: 'k', what: 'w', body: 'b' }
  return { sent, made: (make: () => Promise<unknown>) => once(change, make) }
}

/** That of another request. */
const REQUEST = '0'.repeat(64)

test('a change is made once, and its answer kept for a day', async () => {
  const { sent, made } = onceOver()
  expect(await made(async () => ({ a: 1 }))).toEqual({ a: 1 })
  const [put, update] = sent as [PutCommand, UpdateCommand]
  expect(put.input.Item).toMatchObject({
    id: 'change#ada#k',
    entry: 'change',
    expiresAt: 1_795_780_800,
  })
  expect(update.input.ExpressionAttributeValues).toEqual({ ':answer': '{"a":1}' })
  const { request } = put.input.Item as { request: string }
  const again = onceOver({ request, answer: '{"a":1}' })
  expect(await again.made(() => expect.unreachable())).toEqual({ a: 1 })
  await expect(onceOver({ request }).made(() => expect.unreachable())).rejects.toMatchObject({
    code: 'IdempotencyConflict',
  })
  const other = onceOver({ request: REQUEST, answer: '{"a":1}' })
  await expect(other.made(() => expect.unreachable())).rejects.toMatchObject({
    code: 'IdempotencyMismatch',
  })
})

test('a change that failed may be tried again', async () => {
  const { sent, made } = onceOver()
  await expect(made(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(sent.at(-1)).toBeInstanceOf(DeleteCommand)
  expect((sent.at(-1) as DeleteCommand).input.Key).toEqual({ id: 'change#ada#k', entry: 'change' })
})
