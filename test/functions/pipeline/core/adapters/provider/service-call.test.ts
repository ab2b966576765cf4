import { describe, expect, test } from 'vitest'
import { serviceCall } from '../../../../../../functions/pipeline/core/adapters/provider/service-call.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }

/** A call of a service that answers like this, and what it was sent. */
async function called(answer: Answer | Error) {
  const sent: [string, RequestInit][] = []
  const call = serviceCall({
    baseUrl: 'https://service.example/v1/',
    apiKey: async (job) => `key of ${job}`,
    // A part of a second is waited for as a whole one.
    now: () => NOON - 1,
    fetch: (async (url: URL, init: RequestInit) => {
      sent.push([String(url), init])
      if (answer instanceof Error) throw answer
      const { status = 200, body = {}, headers } = answer
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return new Response(text, { status, ...(headers && { headers }) })
    }) as typeof fetch,
  })
  const data = await call('job-1', 'tasks', { method: 'POST', headers: { a: 'b' } })
  return { data, sent }
}

test('a call carries the job’s key, follows no redirect, and gives the data of the answer', async () => {
  const headers = {
    'darkroom-units': '3',
    'darkroom-engine': '0.1.0',
    'darkroom-work-started': 'waiting',
  }
  const { data, sent } = await called({ body: { data: { task_id: 't' } }, headers })
  expect(data).toEqual({
    task_id: 't',
    engine: '0.1.0',
    charge: { units: 3 },
    workStart: 'waiting',
  })
  const [[url, init] = ['', {}]] = sent
  expect(url).toBe('https://service.example/v1/tasks')
  expect(init).toMatchObject({
    method: 'POST',
    redirect: 'manual',
    headers: { a: 'b', authorization: 'Bearer key of job-1' },
  })
})

test.each([[[]], [null], ['text'], [{ data: 'text' }], [{ data: null }], [7]])(
  'an answer %j has no data',
  async (body) => {
    const { data } = await called({ body: JSON.stringify(body) })
    expect(Object.values(data).filter((value) => value !== undefined)).toEqual([])
  },
)

/** What of an answer is known: its code, whether it had an effect, and when to ask again. */
test.each([
  [400, {}, 'TaskRefused', true, undefined],
  [402, { error_code: 'CreditInsufficiency' }, 'UnitsMissing', true, undefined],
  [409, { error_code: 'IdempotencyConflict' }, 'ServiceBusy', false, 0],
  [429, {}, 'ServiceBusy', true, 0],
  [499, {}, 'TaskRefused', true, undefined],
  [500, {}, 'ServiceUnreachable', false, undefined],
  [503, {}, 'ServiceUnreachable', false, undefined],
  [302, {}, 'TaskRefused', true, undefined],
])('status %i of %j is %s', async (status, body, code, noEffect, retryAfterSeconds) => {
  const error = await called({ status, body }).catch((thrown) => thrown)
  expect(error).toMatchObject({ code })
  expect(Boolean(error.noEffect)).toBe(noEffect)
  if (retryAfterSeconds !== undefined) expect(error.retryAfterSeconds).toBe(retryAfterSeconds)
})

describe('Retry-After', () => {
  test.each([
    ['7', 7],
    ['0', 0],
    ['900', 900],
    ['901', 900],
    [' 7 ', 7],
    ['x7', 0],
    ['7x', 0],
    ['-7', 0],
    [new Date(NOON + 30_500).toUTCString(), 31],
    [new Date(NOON + 500_000).toUTCString(), 501],
    ['Thu, 01 Jan 2026 12:00:30 +0000', 31],
    ['01 Jan 2026 12:00:30 GMT', 31],
    [new Date(NOON - 1_000).toUTCString(), 0],
  ])('%s is %i seconds', async (header, seconds) => {
    const headers = { 'retry-after': header }
    await expect(called({ status: 429, headers })).rejects.toMatchObject({
      code: 'ServiceBusy',
      retryAfterSeconds: seconds,
    })
    const unavailable = await called({ status: 503, headers }).catch((thrown) => thrown)
    expect(unavailable.code).toBe(seconds > 0 ? 'ServiceBusy' : 'ServiceUnreachable')
    expect(Boolean(unavailable.noEffect)).toBe(false)
  })
})

test('what the service says is told, up to 300 characters', async () => {
  const body = { error: 'x'.repeat(301), error_code: 'bad_code' }
  const refused = await called({ status: 400, body }).catch((thrown) => thrown)
  expect(refused.message).toBe(`The service refused the request: 400 bad_code ${'x'.repeat(300)}`)
  const failed = await called({ status: 500, body }).catch((thrown) => thrown)
  expect(failed.message).toBe(`The service failed: 500 bad_code ${'x'.repeat(300)}.`)
  expect(failed.serviceCode).toBe('bad_code')
  const silent = await called({ status: 500, body: 'no JSON' }).catch((thrown) => thrown)
  expect(silent.message).toBe('The service failed: 500.')
})

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
  'a connection that was never made had no effect: %s',
  async (code) => {
    const error = new TypeError('fetch failed', { cause: { code } })
    await expect(called(error)).rejects.toMatchObject({
      code: 'ServiceUnreachable',
      noEffect: true,
    })
  },
)

test.each([new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }), new Error('bare')])(
  'of one that was cut it is not known: %o',
  async (error) => {
    const thrown = await called(error).catch((failure) => failure)
    expect(thrown.code).toBe('ServiceUnreachable')
    expect(Boolean(thrown.noEffect)).toBe(false)
  },
)

test('an answer is JSON, and has a megabyte at most', async () => {
  await expect(called({ body: 'text' })).rejects.toThrow(
    'The service answered something that is not JSON.',
  )
  const of = (length: number) =>
    JSON.stringify({ data: { a: 'x'.repeat(length - 18) } }).padEnd(length)
  expect((await called({ body: of(1_000_000) })).data['a']).toHaveLength(999_982)
  await expect(called({ body: of(1_000_001) })).rejects.toThrow(
    'The service answered more than 1 MB.',
  )
})
