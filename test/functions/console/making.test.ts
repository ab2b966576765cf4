import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { dynamoMaking } from '../../../functions/console/show-picture/making.ts'
import { dynamoSessionStore } from '../../../functions/console/sign-in/session-store.ts'

const NOW = 1_000_999
const AT = 1000

type Sent = { constructor: { name: string }; input: Record<string, unknown> }

/** A table that answers commands by their names, and what it was asked. */
function table(answers: Record<string, object | Error>) {
  const asked: [string, Record<string, unknown>][] = []
  const send = async ({ constructor: { name }, input }: Sent) => {
    asked.push([name, input])
    const answer = answers[name] ?? {}
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, db: { send } as never }
}
const taken = new ConditionalCheckFailedException({ message: '', $metadata: {} })

test('a file is made by one for forty seconds, and what cannot be is remembered for a day', async () => {
  const free = table({})
  const making = dynamoMaking(free.db, 'console', () => NOW)
  expect(await making.begin('a')).toBe('mine')
  expect(free.asked[0]?.[1]).toMatchObject({
    Item: { id: 'picture#a', entry: 'making', expiresAt: AT + 40 },
    ExpressionAttributeValues: { ':now': AT },
  })
  await making.refuse('a', 'It is damaged.')
  expect(free.asked[1]?.[1]).toMatchObject({
    ExpressionAttributeValues: { ':reason': 'It is damaged.', ':end': AT + 86_400 },
  })
  await making.end('a')
  expect(free.asked[2]).toEqual([
    'DeleteCommand',
    { TableName: 'console', Key: { id: 'picture#a', entry: 'making' } },
  ])
})

test('what others make is theirs, or has the reason why it cannot be shown', async () => {
  const begin = (item?: object) => {
    const { db } = table({ PutCommand: taken, GetCommand: item ? { Item: item } : {} })
    return dynamoMaking(db, 'console', () => NOW).begin('a')
  }
  expect(await begin({})).toBe('theirs')
  expect(await begin()).toBe('theirs')
  expect(await begin({ reason: 'Damaged.' })).toEqual({ reason: 'Damaged.' })
})

/** Looks a session up that ends, and falls idle, so many seconds from now. */
async function found(expires: number, idle: number) {
  const { db, asked } = table({
    GetCommand: { Item: { who: 'ada', expiresAt: AT + expires, idleUntil: AT + idle } },
    UpdateCommand: taken,
  })
  const session = await dynamoSessionStore(db, 'console', () => NOW).find('id')
  return { lasts: session !== undefined, awake: asked.slice(1).map(([, input]) => input) }
}

test.each([
  [1, 3600, true],
  [0, 3600, false],
  [9, 1, true],
  [9, 0, false],
])(
  'a session that ends in %i and is idle in %i seconds lasts: %s',
  async (expires, idle, lasts) => {
    expect((await found(expires, idle)).lasts).toBe(lasts)
  },
)

test('a session is kept awake once a minute', async () => {
  expect((await found(9999, 3540)).awake).toEqual([])
  expect((await found(9999, 3539)).awake).toMatchObject([
    { ExpressionAttributeValues: { ':until': AT + 3600 } },
  ])
})

test('sessions, counts and what is kept leave the table by themselves', async () => {
  const { db, asked } = table({ UpdateCommand: { Attributes: { attempts: 3 } } })
  const sessions = dynamoSessionStore(db, 'console', () => NOW)
  await sessions.open({ role: 'viewer', who: 'ada' })
  expect(asked[0]?.[1]['Item']).toMatchObject({
    createdAt: AT,
    expiresAt: AT + 43_200,
    idleUntil: AT + 3600,
  })
  expect(await sessions.count('a', 600)).toBe(3)
  expect(asked[1]?.[1]).toMatchObject({
    Key: { id: 'count#a', entry: '1' },
    ExpressionAttributeValues: { ':end': 1800 },
  })
  await sessions.keep('s', { a: 1 }, 60)
  expect(asked[2]?.[1]['Item']).toMatchObject({ value: { a: 1 }, expiresAt: AT + 60 })
  const take = async (expiresAt: number) => {
    const kept = table({ DeleteCommand: { Attributes: { value: { a: 1 }, expiresAt } } })
    return dynamoSessionStore(kept.db, 'console', () => NOW).take('s')
  }
  expect([await take(AT), await take(AT + 1)]).toEqual([undefined, { a: 1 }])
})
