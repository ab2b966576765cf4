import type { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dynamoKeyRateLimit,
  type KeyRateLimit,
  rateLimitedKey,
  selectKey,
} from '../../../../../../functions/pipeline/core/adapters/provider/service-keys.ts'
import { parseSecret } from '../../../../../../functions/pipeline/core/adapters/provider/service-secret.ts'
import { type OpenDatabase, openDatabase } from '../../../open-database.ts'

let database: OpenDatabase
let table: string
beforeAll(async () => {
  database = await openDatabase()
  table = await database.table('Pace')
})
afterAll(() => database.close())

const jobs = Array.from({ length: 3000 }, (_, at) => `job-${at}`)
const keys = ['one', 'two', 'three'].map((key) => ({ key }))

test('the secret holds one key, or several with their limits', () => {
  expect(parseSecret('{"apiKey":"a","webhookSecret":"w"}')).toEqual({
    keys: [{ key: 'a' }],
    webhookSecrets: ['w'],
  })
  const several = { apiKeys: [{ key: 'a', perSecond: 5, perWindow: 250 }, { key: 'b' }] }
  expect(parseSecret(JSON.stringify({ ...several, webhookSecret: ['v', 'w'] }))).toEqual({
    keys: several.apiKeys,
    webhookSecrets: ['v', 'w'],
  })
})

test.each([
  '',
  '{}',
  '{"apiKeys":[],"webhookSecret":"w"}',
  '{"apiKeys":[{"key":"hidden","perSecond":0}],"webhookSecret":"w"}',
  '{"apiKey":"hidden"}',
])('%s is no valid secret, and the error does not repeat it', (text) => {
  expect(() => parseSecret(text)).toThrow(/must be JSON with apiKey, or apiKeys/)
  expect(() => parseSecret(text)).not.toThrow(/hidden/)
})

test('jobs are spread evenly over the keys, and each job keeps its key', () => {
  for (const { key } of keys) {
    const own = jobs.filter((job) => selectKey(job, keys).key === key)
    expect(own.length).toBeGreaterThan(900)
    expect(own.length).toBeLessThan(1100)
  }
  // Their order in the secret does not matter, and only the jobs of a key that goes move.
  const [first, ...others] = keys
  for (const job of jobs) {
    const { key } = selectKey(job, keys)
    expect(selectKey(job, keys.toReversed()).key).toBe(key)
    if (key !== first?.key) expect(selectKey(job, others).key).toBe(key)
  }
})

test('each key has its own limits, for a second and for five minutes', async () => {
  let now = 1_000_000_200_000
  const pace = dynamoKeyRateLimit(database.db, table, () => now)
  const limited = { key: 'limited', perSecond: 2, perWindow: 3 }
  expect([await pace(limited), await pace(limited), await pace(limited)]).toEqual([0, 0, 1])
  expect(await pace({ key: 'other', perSecond: 1 })).toBe(0)
  expect(await pace({ key: 'free' })).toBe(0)
  now += 1000
  expect(await pace(limited)).toBe(0)
  // Three of three: the window began 200 seconds ago at most and ends after 300.
  const wait = await pace(limited)
  expect(wait).toBe(300 - ((now / 1000) % 300))
  now += wait * 1000
  expect(await pace(limited)).toBe(0)
})

test('concurrent requests do not exceed the limit', async () => {
  const pace = dynamoKeyRateLimit(database.db, table, () => 2_000_000_000_000)
  const crowd = await Promise.all(
    Array.from({ length: 20 }, () => pace({ key: 'crowded', perSecond: 5 })),
  )
  expect(crowd.filter((wait) => wait === 0)).toHaveLength(5)
})

test('a key at its limit is busy before anything is sent, and is free again later', async () => {
  const read = async () => ({ keys, webhookSecrets: [] })
  const waits: KeyRateLimit = async () => 7
  await expect(rateLimitedKey({ read, rateLimit: waits })('job-1')).rejects.toMatchObject({
    code: 'ServiceBusy',
    noEffect: true,
    retryAfterSeconds: 7,
  })
  expect(await rateLimitedKey({ read, rateLimit: async () => 0 })('job-1')).toBe(
    selectKey('job-1', keys).key,
  )
})

test('a job has no key where there is none', () => {
  expect(() => selectKey('job-1', [])).toThrow('The service secret names no key.')
})

test('requests are counted under the hash of their key, until an hour after their window', async () => {
  const asked: { Key: object; until: number; most: number }[] = []
  const send = async ({ input }: UpdateCommand) => {
    const { ':until': until, ':most': most } = input.ExpressionAttributeValues!
    asked.push({ Key: input.Key!, until, most })
    return {}
  }
  const pace = dynamoKeyRateLimit({ send } as never, 'Pace', () => 1_000_000_000_999)
  expect(await pace({ key: 'secret', perSecond: 5, perWindow: 250 })).toBe(0)
  const hash = '2bb80d537b1da3e38bd30361aa855686'
  expect(asked).toEqual([
    { Key: { id: `pace#${hash}#1#1000000000` }, until: 1_000_003_601, most: 5 },
    { Key: { id: `pace#${hash}#300#999999900` }, until: 1_000_003_800, most: 250 },
  ])
})
