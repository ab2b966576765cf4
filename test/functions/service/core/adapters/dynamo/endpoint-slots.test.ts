import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dynamoEndpointSlots } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-endpoint-slots.ts'
import { MAX_ENDPOINTS } from '../../../../../../functions/service/core/model/endpoint.ts'

const NOW = 1_000_000
beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000 + 999, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Update = {
  UpdateExpression: string
  ExpressionAttributeNames?: { '#id': string }
  ExpressionAttributeValues: Record<string, unknown>
}

/** One item, whose conditions hold as DynamoDB has them. */
function open(seats: Record<string, string> | undefined) {
  let held = seats && { ...seats }
  const send = async ({ input }: { input: Update }) => {
    if (!input.UpdateExpression) return held ? { Item: { seats: { ...held } } } : {}
    const { UpdateExpression: what, ExpressionAttributeValues: values } = input
    const id = input.ExpressionAttributeNames?.['#id'] ?? ''
    const refuse = (): never => {
      throw new ConditionalCheckFailedException({ message: '', $metadata: {} })
    }
    if (what === 'SET seats = :seats') {
      if (held) refuse()
      held = values[':seats'] as Record<string, string>
    } else if (what.startsWith('SET')) {
      if (!held || !(id in held || Object.keys(held).length < Number(values[':most']))) refuse()
      held = { ...held, [id]: String(values[':token']) }
    } else {
      if (held?.[id] !== values[':token']) refuse()
      held = Object.fromEntries(Object.entries(held ?? {}).filter(([each]) => each !== id))
    }
    return {}
  }
  const slots = dynamoEndpointSlots({ send } as never, 'endpoints')
  return { slots, held: () => held }
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => `e${n}`)
const full = (token: string, count = MAX_ENDPOINTS) =>
  Object.fromEntries(ids(count).map((id) => [id, token]))

test('the first slot of an account comes with those of the endpoints that are there', async () => {
  const { slots, held } = open(undefined)
  expect(await slots.acquire('a', 'new', async () => ['old'])).toBe(true)
  expect(held()).toEqual({
    old: '0',
    new: expect.stringMatching(new RegExp(`^${NOW} [0-9a-f-]{36}$`)),
  })
  expect(await slots.tokenOf('a', 'old')).toBe('0')
  expect(await slots.tokenOf('a', 'none')).toBeUndefined()
})

test('there is no slot where all endpoints are stored, and one while one is free', async () => {
  const present = async () => ids(MAX_ENDPOINTS)
  expect(await open(full('0')).slots.acquire('a', 'new', present)).toBe(false)
  expect(await open(full('0')).slots.acquire('a', 'e0', present)).toBe(true)
  expect(await open(full('0', MAX_ENDPOINTS - 1)).slots.acquire('a', 'new', present)).toBe(true)
})

test.each([
  [60, true],
  [59, false],
])('a slot without an endpoint for %i seconds is given up: %s', async (age, freed) => {
  const { slots, held } = open({ ...full('0'), e0: `${NOW - age} x` })
  const present = async () => ids(MAX_ENDPOINTS).slice(1)
  expect(await slots.acquire('a', 'new', present)).toBe(freed)
  expect('e0' in (held() ?? {})).toBe(!freed)
  expect(Object.keys(held() ?? {})).toHaveLength(MAX_ENDPOINTS)
})

test('a slot is released by its token alone', async () => {
  const { slots } = open({ e0: '7 x' })
  expect(await slots.release('a', 'e0', '8 x')).toBe(false)
  expect(await slots.release('a', 'e0', '7 x')).toBe(true)
})
