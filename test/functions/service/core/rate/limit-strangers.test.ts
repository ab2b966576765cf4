import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiDeps, handleRequest } from '../../../../../functions/service/api/handle-request.ts'
import { createRateLimiter } from '../../../../../functions/service/core/rate/rate-limiter.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

let backend: ServiceBackend
let deps: ApiDeps
let lookups: number

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())
beforeEach(() => {
  lookups = 0
  deps = {
    ...backend.deps,
    limits: { perWindow: 30, perSecond: 1000 },
    validKeys: new Set(),
    limit: createRateLimiter(backend.deps.counters, () => backend.clock.now),
    keys: {
      ...backend.deps.keys,
      get: (hash) => {
        lookups += 1
        return backend.deps.keys.get(hash)
      },
    },
  }
})

async function ask(key: string | undefined, ip: string) {
  const { statusCode, headers } = await handleRequest(
    {
      method: 'GET',
      path: '/s2s/v1.0/client/credit',
      query: {},
      origin: 'https://api.example.com',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      ip,
      body: Buffer.alloc(0),
    },
    'request-1',
    deps,
  )
  return { status: statusCode, wait: Number(headers?.['retry-after'] ?? 0) }
}

async function guess(times: number, ip: string): Promise<(number | undefined)[]> {
  const statuses = []
  for (let at = 0; at < times; at++) statuses.push((await ask(`dk_guess-${at}`, ip)).status)
  return statuses
}

test('an address that guesses keys is refused, and its guesses are not looked up any more', async () => {
  const ip = '192.0.2.1'
  expect(await guess(30, ip)).toEqual(Array(30).fill(401))
  expect(lookups).toBe(30)
  expect(await guess(20, ip)).toEqual(Array(20).fill(429))
  // The first one too many was looked up before the store's count was known to this process.
  expect(lookups).toBeLessThanOrEqual(31)
  expect((await ask(undefined, ip)).status).toBe(429)
  expect((await ask('dk_other', ip)).wait).toBeGreaterThan(0)
  expect((await ask('dk_other', '192.0.2.2')).status).toBe(401)
})

test('all processes count together, and IPv6 addresses by their network', async () => {
  await guess(30, '2001:db8::1')
  deps.limit = createRateLimiter(backend.deps.counters, () => backend.clock.now)
  expect(await guess(2, '2001:db8::2')).toEqual([429, 429])
})

test('requests with no key, a key in a wrong form, one that is off and one that has expired count as well', async () => {
  const ip = '192.0.2.3'
  const off = await backend.addAccount(0)
  const { createKey } = await import('../../../../../functions/service/core/accounts/create-key.ts')
  const made = await createKey({ account: off.account, name: 'off' }, backend.deps)
  await backend.deps.keys.setActive(made.record.hash, false)
  for (let at = 0; at < 10; at++) {
    expect((await ask(undefined, ip)).status).toBe(401)
    expect((await ask('with space', ip)).status).toBe(401)
    expect((await ask(made.key, ip)).status).toBe(401)
  }
  expect((await ask(undefined, ip)).status).toBe(429)
})

test('a key in use is not shut out by its neighbours, a new one is until they stop', async () => {
  const ip = '192.0.2.4'
  const { key } = backend
  expect((await ask(key, ip)).status).toBe(200)
  await guess(31, ip)
  expect((await ask(key, ip)).status).toBe(200)
  const other = await backend.addAccount(0)
  expect((await ask(other.key, ip)).status).toBe(429)
  expect((await ask(other.key, '192.0.2.5')).status).toBe(200)
})

test('valid requests do not count as strangers', async () => {
  const ip = '192.0.2.6'
  const { key } = await backend.addAccount(0)
  for (let at = 0; at < 20; at++) expect((await ask(key, ip)).status).toBe(200)
  expect(await guess(30, ip)).toEqual(Array(30).fill(401))
})
