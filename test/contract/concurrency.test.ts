import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { BODIES } from '../catalog/tasks/bodies.ts'
import { fewOrAll } from '../setup/sampled.ts'
import type { Ask, ServiceResponse } from './ask.ts'
import { idleWorker, type Service, startService } from './start-service.ts'

const PATH = '/s2s/v2.0/task/body-reshape'
const body = BODIES['body-reshape']!

/** Requests at once. */
const MANY = fewOrAll(20, 100)

let service: Service
const now = Date.now
/** Epoch milliseconds of the frozen clock. */
let still: number | undefined

/** Freezes the clock until the end of the test, however long many requests take on this machine. */
function stopTheClock(): void {
  still = now()
  onTestFinished(() => {
    still = undefined
  })
}

beforeAll(async () => {
  // Before the functions are loaded, which keep the clock they find.
  vi.spyOn(Date, 'now').mockImplementation(() => still ?? now())
  // Nobody performs the tasks: one that fails returns its unit.
  service = await startService({ intercept: idleWorker })
})
afterAll(async () => {
  await service?.close()
  vi.restoreAllMocks()
})

function atOnce(ask: Ask, headers: Record<string, string> = {}): Promise<ServiceResponse[]> {
  return Promise.all(Array.from({ length: MANY }, () => ask('POST', PATH, { body, headers })))
}

function idsOf(answers: ServiceResponse[]): Set<string | undefined> {
  return new Set(answers.map((answer) => answer.body.data?.task_id))
}

describe('an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'one' }

  test('makes one task of many concurrent creations, and reserves its units once', async () => {
    const { ask } = await service.account(1)
    const answers = await atOnce(ask, key)
    const made = answers.filter(({ status }) => status === 200)
    expect(idsOf(made).size).toBe(1)
    for (const { status, body: refused, headers } of answers.filter(
      (each) => !made.includes(each),
    )) {
      expect({ status, code: refused.error_code }).toEqual({
        status: 409,
        code: 'IdempotencyConflict',
      })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect(await ask('POST', PATH, { body, headers: key })).toMatchObject({
      status: 200,
      body: { data: { task_id: [...idsOf(made)][0] } },
    })
    const other = await ask('POST', PATH, { body: { ...body, index: 3 }, headers: key })
    expect(other).toMatchObject({ status: 422, body: { error_code: 'IdempotencyMismatch' } })
  })

  test('belongs to its account', async () => {
    const [one, two] = [await service.account(1), await service.account(1)]
    const answers = [
      await one.ask('POST', PATH, { body, headers: key }),
      await two.ask('POST', PATH, { body, headers: key }),
    ]
    expect(idsOf(answers).size).toBe(2)
  })
})

test('ten units make ten tasks of many concurrent creations', async () => {
  const { ask } = await service.account(10)
  const answers = await atOnce(ask)
  const made = answers.filter(({ status }) => status === 200)
  expect(idsOf(made).size).toBe(10)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'CreditInsufficiency' } })
  }
})

test('a key without limits of its own is limited to five requests a second', async () => {
  const { ask } = await service.account(0, { limits: undefined })
  stopTheClock()
  const answers = await atOnce(ask)
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(MANY - 5)
  for (const { body: refused, headers } of late) {
    expect(refused).toEqual({
      status: 429,
      error: 'Too many requests',
      error_code: 'TooManyRequests',
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('requests without a key are limited to 25 a second and address', async () => {
  const paths = ['/openapi.json', '/thumbs/look-vto/daily_bare.svg']
  const { ask } = await service.account(0)
  stopTheClock()
  const asked = Array.from({ length: 40 }, (_, at) =>
    ask('GET', paths[at % 2] ?? '', { key: undefined }),
  )
  const late = (await Promise.all(asked)).filter(({ status }) => status === 429)
  expect(late).toHaveLength(15)
  for (const { body: refused, headers } of late) {
    expect(refused.error_code).toBe('TooManyRequests')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // Requests with a key are counted separately, so the same address may still make them.
  expect((await ask('GET', '/s2s/v1.0/client/credit')).status).toBe(200)
})
