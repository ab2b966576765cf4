import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDynamoClient } from '../../../../../functions/dynamo.ts'
import { authenticate } from '../../../../../functions/service/api/authenticate.ts'
import { connectLocal } from '../../../../../functions/service/core/accounts/connect-local.ts'
import { connectPipeline } from '../../../../../functions/service/core/accounts/connect-pipeline.ts'
import { createKey } from '../../../../../functions/service/core/accounts/create-key.ts'
import { grantUnits } from '../../../../../functions/service/core/accounts/grant-units.ts'
import { registerWebhook } from '../../../../../functions/service/core/accounts/register-webhook.ts'
import { rotateKey } from '../../../../../functions/service/core/accounts/rotate-key.ts'
import type { KeyRecord } from '../../../../../functions/service/core/model/api-key.ts'
import { OPERATOR } from '../../../../setup/account.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

let backend: ServiceBackend
beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

const BAD_NAMES = ['', 'Upper', '-a', 'a b', 'a#b', 'a'.repeat(65), '__proto__']

describe('a key', () => {
  test('authenticates its account and is stored nowhere', async () => {
    const { key, record } = await createKey({ account: 'studio', name: 'laptop' }, backend.deps)
    expect(key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/)
    expect(JSON.stringify(record)).not.toContain(key.slice(3))
    expect(record.hint).toBe(key.slice(0, 7))
    const headers = { authorization: `Bearer ${key}` }
    expect(await authenticate({ headers }, backend.deps)).toMatchObject({ account: 'studio' })
  })

  test.each(BAD_NAMES)('is not created for the account %j', async (account) => {
    await expect(createKey({ account, name: 'a' }, backend.deps)).rejects.toThrow('account name')
  })
})

describe('units', () => {
  test('are added to the balance', async () => {
    await grantUnits({ account: 'giver', units: 5 }, backend.deps)
    expect(await grantUnits({ account: 'giver', units: 7 }, backend.deps)).toEqual({
      available: 12,
      reserved: 0,
      spent: 0,
    })
  })

  test('expire later than they are granted', async () => {
    const at = Math.floor(backend.deps.now() / 1000)
    const grant = (expiresAt: number) =>
      grantUnits({ account: 'brief', units: 1, expiresAt }, backend.deps)
    for (const expiresAt of [at, at + 0.5]) {
      await expect(grant(expiresAt)).rejects.toThrow('a moment that is still to come')
    }
    expect(await grant(at + 1)).toMatchObject({ available: 1 })
  })

  test('are a thousand million at most at once', async () => {
    const granted = await grantUnits(
      { account: 'a'.repeat(64), units: 1_000_000_000 },
      backend.deps,
    )
    expect(granted.available).toBe(1_000_000_000)
  })

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_001])(
    '%d cannot be granted',
    async (units) => {
      await expect(grantUnits({ account: 'giver', units }, backend.deps)).rejects.toThrow('units')
    },
  )
})

describe('a webhook', () => {
  const register = (account: string, url: string, secret?: string) =>
    registerWebhook({ account, url, ...(secret ? { secret } : {}) }, backend.deps)

  test.each([
    ['https://example.com/0', 'UxJmf4-PNU_LQFNstinTyz'],
    // A command line would take one that begins with a hyphen for an option.
    ['https://example.com/237', '_tbDtERntYU5-Ajr64ZqP6'],
  ])('at %s has the same id in every release', async (url, id) => {
    const { endpoint } = await register('named', url)
    expect(endpoint.id).toBe(id)
  })

  test('gets a new secret, or the given one', async () => {
    const { secret } = await register('hooks', 'https://example.com/a')
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    const own = `whsec_${randomBytes(24).toString('base64')}`
    const { endpoint } = await register('hooks', 'https://example.com/a', own)
    expect(await backend.deps.webhooks.endpoints('hooks')).toMatchObject([
      { id: endpoint.id, secrets: [own] },
    ])
  })

  test('that was switched off is switched on by registering it again', async () => {
    const { endpoint } = await register('again', 'https://example.com/a')
    await backend.deps.webhooks.disableEndpoint('again', endpoint.id, { reason: 'off', at: 1 })
    await register('again', 'https://example.com/a')
    const [only] = await backend.deps.webhooks.endpoints('again')
    expect(only?.active).toBe(true)
    expect(only?.inactiveReason).toBeUndefined()
  })

  test('is accepted as the tenth, not as the eleventh', async () => {
    for (let at = 0; at < 10; at += 1) await register('many', `https://example.com/${at}`)
    await expect(register('many', 'https://example.com/10')).rejects.toThrow('at most 10')
    expect(await register('many', 'https://example.com/3')).toHaveProperty('secret')
  })

  test('is accepted ten times of twenty concurrent ones, also while another is moved', async () => {
    const url = (at: number) => `https://example.com/${at}`
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => register('crowd', url(at))),
    )
    const taken = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.endpoint] : []))
    expect(taken).toHaveLength(10)
    const present = async () => (await backend.deps.webhooks.endpoints('crowd')).length
    expect(await present()).toBe(10)
    const [{ id = '', url: own = '' } = {}] = taken
    await Promise.all([
      backend.deps.webhooks.removeEndpoint('crowd', id),
      ...Array.from({ length: 10 }, (_, at) => register('crowd', url(100 + at)).catch(() => {})),
      register('crowd', own).catch(() => {}),
    ])
    expect(await present()).toBeLessThanOrEqual(10)
    expect(await present()).toBeGreaterThanOrEqual(9)
  })

  test('takes the slot of a registration that crashed, and endpoints without a slot count', async () => {
    const item = (entry: string, rest: object) =>
      createDynamoClient().send(
        new PutCommand({ TableName: 'webhooks', Item: { owner: 'heirs', entry, ...rest } }),
      )
    for (let at = 0; at < 9; at += 1) await item(`endpoint#e${at}`, { id: `e${at}` })
    await register('heirs', 'https://example.com/')
    await expect(register('heirs', 'https://example.com/more')).rejects.toThrow('at most 10')
    const long = Math.floor(Date.now() / 1000) - 61
    const abandoned = Array.from({ length: 10 }, (_, at) => [`abandoned-${at}`, `${long} x`])
    await item('seats', { owner: 'quiet', seats: Object.fromEntries(abandoned) })
    expect(await register('quiet', 'https://example.com/')).toHaveProperty('secret')
  })

  test.each(['http://example.com/', 'https://127.0.0.1/', 'https://example.com:444/', 'x'])(
    'cannot be at %s',
    async (url) => {
      await expect(register('hooks', url)).rejects.toMatchObject({ name: 'FetchRefused' })
    },
  )

  test('cannot have a weak secret', async () => {
    await expect(register('hooks', 'https://example.com/', 'whsec_AAAA')).rejects.toThrow(
      '24 to 64',
    )
  })
})

describe('a rotated key', () => {
  const at = () => Math.floor(backend.clock.now / 1000)

  test('passes on its account, name and limits, and expires no later than before', async () => {
    const limits = { perWindow: 7, perSecond: 3 }
    const wish = { account: 'turn', name: 'old', limits, expiresAt: at() + 60 }
    const { record: former } = await createKey(wish, backend.deps)
    const keepUntil = at() + 3600
    const { record, formerUntil } = await rotateKey({ former, keepUntil }, backend.deps)
    expect(record).toMatchObject({ account: 'turn', name: 'old', limits, active: true })
    expect(record.expiresAt).toBe(at() + 60)
    expect(formerUntil).toBe(at() + 60)
    expect((await backend.deps.keys.get(former.hash))?.expiresAt).toBe(at() + 60)
  })

  test('is refused when it is switched off', async () => {
    const { record } = await createKey({ account: 'turn', name: 'off' }, backend.deps)
    const former = { ...record, active: false }
    await expect(rotateKey({ former, keepUntil: at() }, backend.deps)).rejects.toThrow(
      'make another',
    )
  })
})

test('a pipeline that moves to another URL replaces its own endpoint and keeps those of others', async () => {
  const connected = (webhookUrl: string, current?: { apiKey: string; webhookSecret: string }) =>
    connectPipeline({ account: 'moving', units: 1, webhookUrl, current }, backend.deps)
  const first = await connected('https://old.example/webhook')
  const [key] = await backend.deps.keys.list('moving')
  expect(key).toMatchObject({ name: 'pipeline', limits: { perWindow: 30_000, perSecond: 200 } })
  await registerWebhook({ account: 'moving', url: 'https://other.example/hook' }, backend.deps)
  for (let move = 0; move < 12; move += 1) {
    expect(await connected(`https://new-${move}.example/webhook`, first)).toEqual(first)
  }
  // The first units are granted once.
  const at = Math.floor(backend.clock.now / 1000)
  expect((await backend.deps.units.balance('moving', at)).available).toBe(1)
  const endpoints = await backend.deps.webhooks.endpoints('moving')
  expect(endpoints.map(({ url, active }) => `${url} ${active}`).sort()).toEqual([
    'https://new-11.example/webhook true',
    'https://other.example/hook true',
  ])
})

describe('a connection that cannot be made', () => {
  const activeKeys = async (account: string) =>
    (await backend.deps.keys.list(account)).filter(({ active }) => active)

  test('is refused with its address before a key is made', async () => {
    const wish = { account: 'refused', units: 1, webhookUrl: 'http://drop.example/webhook' }
    await expect(connectPipeline(wish, backend.deps)).rejects.toThrow(
      'http://drop.example/webhook cannot be used. The URL is refused: it is not https.',
    )
    expect(await backend.deps.keys.list('refused')).toEqual([])
  })

  test('leaves no key that works when a store fails half-way', async () => {
    const wish = { account: 'broken', units: 1, webhookUrl: 'https://drop.example/webhook' }
    const webhooks = {
      ...backend.deps.webhooks,
      putEndpoint: () => Promise.reject(new Error('The table is gone.')),
    }
    await expect(connectPipeline(wish, { ...backend.deps, webhooks })).rejects.toThrow('gone')
    expect(await backend.deps.keys.list('broken')).toHaveLength(1)
    expect(await activeKeys('broken')).toEqual([])
  })
})

test('a key of a pipeline that has no limits of its own gets those of a pipeline', async () => {
  const connected = (current?: { apiKey: string; webhookSecret: string }) =>
    connectPipeline(
      { account: 'bare', units: 1, webhookUrl: 'https://bare.example/webhook', current },
      backend.deps,
    )
  const first = await connected()
  const limitsOf = async () => (await backend.deps.keys.list('bare'))[0]?.limits
  const [{ limits, ...bare }] = (await backend.deps.keys.list('bare')) as [KeyRecord]
  await backend.deps.keys.put(bare)
  expect(await limitsOf()).toBeUndefined()
  expect(await connected(first)).toEqual(first)
  expect(await limitsOf()).toEqual({ perWindow: 30_000, perSecond: 200 })
  // Those that an operator gave it stay.
  const own = { perWindow: 7, perSecond: 1 }
  await backend.deps.keys.put({ ...bare, limits: own })
  await connected(first)
  expect(await limitsOf()).toEqual(own)
})

test('a local run is connected with more than it can use up, and hangs up', async () => {
  const destroyed = vi.spyOn(DynamoDBClient.prototype, 'destroy')
  onTestFinished(() => destroyed.mockRestore())
  const input = {
    webhookUrl: 'http://127.0.0.1:4000/webhook',
    tables: { keys: 'keys', units: 'units', webhooks: 'webhooks' },
    dynamodbEndpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB']!,
    region: 'us-east-1',
    credentials: OPERATOR,
  }
  const current = await connectLocal({ ...input, current: undefined })
  expect(destroyed).toHaveBeenCalledTimes(1)
  expect(await connectLocal({ ...input, current })).toEqual(current)
  const limits = { perWindow: 1_000_000_000, perSecond: 1_000_000_000 }
  expect(await backend.deps.keys.list('local')).toMatchObject([{ name: 'pipeline', limits }])
  expect(await backend.deps.units.balance('local')).toMatchObject({ available: 1_000_000 })
  expect(await backend.deps.webhooks.endpoints('local')).toMatchObject([{ url: input.webhookUrl }])
  await expect(
    connectLocal({ ...input, current, webhookUrl: 'http://a.example' }),
  ).rejects.toThrow()
  expect(destroyed).toHaveBeenCalledTimes(3)
})
