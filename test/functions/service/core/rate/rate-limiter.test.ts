import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CounterStore } from '../../../../../functions/service/core/ports/counter-store.ts'
import { deployedLimits } from '../../../../../functions/service/core/rate/deployed-limits.ts'
import { RateLimited } from '../../../../../functions/service/core/rate/rate-limited.ts'
import {
  createRateLimiter,
  type RateSubject,
} from '../../../../../functions/service/core/rate/rate-limiter.ts'
import { fewOrAll } from '../../../../setup/sampled.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const LIMITS = { perWindow: 250, perSecond: 5 }
// The first second of a window of 300.
const START = 1_800_000_000

let backend: ServiceBackend
let counters: CounterStore
let writes: number
let reads: number
let now: number
let key: RateSubject
let ip: RateSubject

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())
beforeEach(() => {
  writes = 0
  reads = 0
  now = START
  key = { id: `key#${randomUUID()}`, limits: LIMITS }
  ip = { id: `ip#${randomUUID()}`, limits: LIMITS }
  const { add, read } = backend.deps.counters
  counters = {
    add: (...given) => {
      writes += 1
      return add(...given)
    },
    read: (...given) => {
      reads += 1
      return read(...given)
    },
  }
})

function limiter() {
  return createRateLimiter(counters, () => now * 1000)
}

/** Seconds a request has to wait; 0 when it is accepted. */
async function ask(limit: ReturnType<typeof limiter>, ...subjects: RateSubject[]): Promise<number> {
  try {
    await limit(subjects)
    return 0
  } catch (error) {
    if (error instanceof RateLimited) return error.retryAfter
    throw error
  }
}

/** Makes `times` requests, five a second, and returns the waits. */
async function askSteadily(limit: ReturnType<typeof limiter>, times: number, subject: RateSubject) {
  const waits: number[] = []
  for (let at = 0; at < times; at += 1) {
    waits.push(await ask(limit, subject))
    if (at % 5 === 4) now += 1
  }
  return waits
}

test('the published limits apply where no others are set', () => {
  expect(deployedLimits()).toEqual(LIMITS)
  for (const bad of ['0', '-1', '1.5', 'many']) {
    process.env['RATE_LIMIT_SECOND'] = bad
    expect(() => deployedLimits()).toThrow('RATE_LIMIT_SECOND')
  }
  process.env['RATE_LIMIT_SECOND'] = '7'
  expect(deployedLimits()).toEqual({ perWindow: 250, perSecond: 7 })
  delete process.env['RATE_LIMIT_SECOND']
})

describe('the second', () => {
  test('accepts five requests, and five more in the next second', async () => {
    const limit = limiter()
    for (let at = 0; at < 5; at += 1) expect(await ask(limit, key)).toBe(0)
    expect(await ask(limit, key)).toBe(1)
    now += 1
    for (let at = 0; at < 5; at += 1) expect(await ask(limit, key)).toBe(0)
    expect(await ask(limit, key)).toBe(1)
  })

  test('is limited over all processes', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => ask(limiter(), key)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })

  test('accepts five of a hundred concurrent requests in one process, without a write for the others', async () => {
    const limit = limiter()
    const waits = await Promise.all(Array.from({ length: 100 }, () => ask(limit, key, ip)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
    expect(writes).toBe(5)
  })
})

describe('the window', () => {
  test('accepts 250 requests and says when the next one will be accepted', async () => {
    const limit = limiter()
    const waits = await askSteadily(limit, 250, key)
    expect(waits.every((wait) => wait === 0)).toBe(true)
    const wait = await ask(limit, key)
    expect(wait).toBe(250)
    now += wait - 1
    expect(await ask(limit, key)).toBe(1)
    now += 1
    expect(await ask(limit, key)).toBe(0)
    expect(await ask(limit, key)).toBeGreaterThan(0)
  })

  test('slides: requests of the window before still count, also in a process that did not see them', async () => {
    await askSteadily(limiter(), 250, key)
    now = START + 300 + 30
    const waits = await askSteadily(limiter(), 60, key)
    const answered = waits.filter((wait) => wait === 0).length
    // A tenth of the window has passed, and the rest of the earlier 250 leave it during these requests.
    expect(answered).toBeGreaterThanOrEqual(25)
    expect(answered).toBeLessThan(45)
  })

  test('never limits a steady rate below the limit', async () => {
    const limit = limiter()
    // Beyond the end of the first window; all of three in `npm run test:long`.
    for (let at = 0; at < fewOrAll(300, 750); at += 1) {
      now = START + at * 1.2
      expect(await ask(limit, key)).toBe(0)
    }
  })
})

describe('key and address', () => {
  test('are both limited: many keys of one address, and one key of many addresses', async () => {
    const limit = limiter()
    const keys = () => ({ id: `key#${randomUUID()}`, limits: LIMITS })
    const byAddress = await Promise.all(Array.from({ length: 9 }, () => ask(limit, keys(), ip)))
    expect(byAddress.filter((wait) => wait === 0)).toHaveLength(5)
    const addresses = () => ({ id: `ip#${randomUUID()}`, limits: LIMITS })
    const byKey = await Promise.all(Array.from({ length: 9 }, () => ask(limit, key, addresses())))
    expect(byKey.filter((wait) => wait === 0)).toHaveLength(5)
  })

  test('cost one write a request, and other processes learn of both', async () => {
    const limit = limiter()
    for (let at = 0; at < 40; at += 1) {
      await ask(limit, key, ip)
      if (at % 4 === 3) now += 1
    }
    expect(writes).toBe(40)
    expect(reads).toBeLessThanOrEqual(2)
    const told = await Promise.all([key, ip].map(({ id }) => counters.read(id, START)))
    for (const requests of told) expect(requests).toBeGreaterThanOrEqual(38)
  })
})

test('a process remembers ten thousand subjects, and forgets who came least lately', () => {
  const limits = { perWindow: 1, perSecond: 1 }
  const others = (name: string, count: number) =>
    Array.from({ length: count }, (_, nth) => ({ id: `${name}-${nth}`, limits }))
  const added = async () => new Promise<never>(() => {})
  const limit = createRateLimiter({ add: added, read: added }, () => START * 1000)
  const known: RateSubject = { id: 'known', limits }
  const isLimited = () => {
    try {
      limit.check!([known])
      return false
    } catch (error) {
      return error instanceof RateLimited
    }
  }
  void limit([known])
  limit.check!(others('a', 9_999))
  expect(isLimited()).toBe(true)
  // It is the latest now.
  limit.check!(others('b', 9_999))
  expect(isLimited()).toBe(true)
  limit.check!(others('c', 10_000))
  expect(isLimited()).toBe(false)
})
