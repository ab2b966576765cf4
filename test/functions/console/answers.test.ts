import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failures/failure.ts'
import type { AuditEntry } from '../../../functions/console/changes/audit.ts'
import type { KeyedChange } from '../../../functions/console/changes/once.ts'
import type { RouteAnswer } from '../../../functions/console/routes/route.ts'
import { answerApi } from '../../../functions/console/serve-console/answer-api.ts'
import { log } from '../../../functions/log.ts'
import { consoleDeps, ownRequest } from './console-deps.ts'

vi.spyOn(log, 'info').mockReturnValue()
const failed = vi.spyOn(log, 'error').mockReturnValue()

type Given = {
  method?: string
  path?: string
  headers?: Record<string, string | undefined>
  /** The body as it is sent. */
  body?: string
  query?: Record<string, string>
  route?: object
  deps?: object
}

/** What a route at `/things/{id}` gives, or what answers in its place, with what it was called with. */
async function asked(made: RouteAnswer | Error, given: Given = {}) {
  const { method = 'GET', path = '/things/1', headers, body = '', query = {}, route, deps } = given
  const calls: { at: unknown; query: unknown; body: unknown }[] = []
  const audited: AuditEntry[] = []
  const changes: KeyedChange[] = []
  const own = {
    method,
    path: '/things/{id}',
    role: 'viewer',
    says: 'Something.',
    query: z.strictObject({ limit: z.optional(z.coerce.number().check(z.lte(5))) }),
    body: z.strictObject({
      name: z.optional(z.string().check(z.regex(/^a/, 'must begin with a'))),
    }),
    handle: async (call: (typeof calls)[number]) => {
      calls.push({ at: call.at, query: call.query, body: call.body })
      if (made instanceof Error) throw made
      return made
    },
    ...route,
  }
  const request = {
    ...ownRequest(method, path, { role: 'viewer', headers: headers ?? {} }),
    body,
    query,
  }
  const answer = await answerApi(request, 'request-1', {
    ...consoleDeps(audited),
    once: async (change: KeyedChange, make: () => Promise<unknown>) => {
      changes.push(change)
      return make()
    },
    routes: [own],
    ...deps,
  } as never)
  const json = answer.isBase64Encoded ? undefined : JSON.parse(answer.body ?? 'null')
  return { ...answer, json, calls, audited, changes }
}

const NOTHING = { json: {} }

test('an answer is kept by no cache, runs nowhere, and has the id of its request', async () => {
  const { statusCode, headers, json, calls } = await asked({ json: { a: 1 }, etag: '"e"' })
  expect([statusCode, json]).toEqual([200, { a: 1 }])
  expect(headers).toEqual({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': 'request-1',
    etag: '"e"',
  })
  expect(calls).toEqual([{ at: { id: '1' }, query: {}, body: {} }])
  expect((await asked(NOTHING)).headers).not.toHaveProperty('etag')
})

test('a picture is kept by the browser that may see it, and shown in its page', async () => {
  const { headers, body, isBase64Encoded } = await asked({
    bytes: Buffer.from('abc'),
    type: 'image/webp',
  })
  expect([body, isBase64Encoded]).toEqual(['YWJj', true])
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=86400, immutable',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
  })
  const led = await asked({ redirect: 'https://bucket.example/a' })
  expect([led.statusCode, led.headers?.['location']]).toEqual([303, 'https://bucket.example/a'])
})

test('what is nowhere is not found, and nothing of it is written down', async () => {
  for (const path of ['/thing', '/things', '/things/1/2']) {
    expect((await asked(NOTHING, { path })).json).toMatchObject({ error_code: 'NotFound' })
  }
  const put = await asked(NOTHING, { path: '/session', method: 'PUT', body: '{}' })
  expect([put.statusCode, put.json.error_code]).toEqual([404, 'NotFound'])
})

test.each([
  ['Application/JSON ; charset=utf-8', '{"name":"a"}', { name: 'a' }],
  ['application/json', '', {}],
  ['application/json', 'null', {}],
])('a body of %s, %s', async (type, body, read) => {
  const { calls } = await asked(NOTHING, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(calls.map((call) => call.body)).toEqual([read])
})

test.each([
  ['application/jsonx', '{}', 'Changes must be sent with the Content-Type application/json.'],
  [undefined, '{}', 'Changes must be sent with the Content-Type application/json.'],
  ['application/json', '{', 'The body is not JSON.'],
])('no body of %s, %s', async (type, body, error) => {
  for (const method of ['POST', 'PUT']) {
    const { statusCode, json } = await asked(NOTHING, {
      method,
      headers: { 'content-type': type },
      body,
    })
    expect([statusCode, json]).toEqual([400, { error, error_code: 'BadRequest' }])
  }
  // What removes has no body, whatever is sent.
  const removed = await asked(NOTHING, {
    method: 'DELETE',
    headers: { 'content-type': type },
    body,
  })
  expect([removed.statusCode, removed.calls[0]?.body]).toEqual([200, {}])
})

test.each([
  [undefined, 262_144, '256 KB'],
  [2_048, 2_048, '2 KB'],
])('a body has %s bytes at most', async (maxBodyBytes, most, words) => {
  const route = maxBodyBytes === undefined ? {} : { maxBodyBytes }
  const sent = (length: number) =>
    asked(NOTHING, { method: 'POST', route, body: `{"name":"aé"}`.padEnd(length - 1) })
  expect((await sent(most)).statusCode).toBe(200)
  expect((await sent(most + 1)).json).toEqual({
    error: `The request body is larger than ${words}.`,
    error_code: 'PayloadTooLarge',
  })
})

test('what is asked for wrongly is told by its field and its rule', async () => {
  const query = await asked(NOTHING, { query: { limit: '6' } })
  expect(query.json).toEqual({
    error: 'limit is above the allowed maximum. At most 5 is allowed.',
    error_code: 'InvalidParameters',
  })
  const body = await asked(NOTHING, { method: 'POST', body: '{"name":"b"}' })
  expect([body.statusCode, body.json.error]).toEqual([400, 'name must begin with a.'])
})

test.each([
  ['k'.repeat(7), false],
  ['k'.repeat(8), true],
  ['k'.repeat(100), true],
  ['k'.repeat(101), false],
  ['key of mine', false],
  [undefined, false],
])('a change under the key %s is made: %s', async (key, isMade) => {
  const change = { method: 'POST', route: { changes: true }, headers: { 'idempotency-key': key } }
  const { json, calls, changes } = await asked(NOTHING, { ...change, body: '{"name":"a"}' })
  expect([calls.length, changes]).toEqual(
    isMade
      ? [
          1,
          [
            {
              who: 'viewer@example.org',
              key,
              what: 'POST /console/api/things/1',
              body: '{"name":"a"}',
            },
          ],
        ]
      : [0, []],
  )
  if (!isMade) {
    expect(json).toEqual({
      error: 'A change needs the header Idempotency-Key: 8 to 100 letters, digits, - or _.',
      error_code: 'BadRequest',
    })
  }
  // What is read, and what may be made twice, needs none.
  expect((await asked(NOTHING, { headers: { 'idempotency-key': key } })).calls).toHaveLength(1)
  const again = await asked(NOTHING, { ...change, route: { changes: true, keepsAnswer: false } })
  expect([again.calls.length, again.changes]).toEqual([1, []])
})

test('what is shown once is in the answer and not in what is kept of it', async () => {
  const kept: unknown[] = []
  const once = async (_: unknown, make: () => Promise<unknown>) => {
    const answer = await make()
    kept.push(answer)
    return answer
  }
  const change = { method: 'POST', route: { changes: true }, deps: { once } }
  const made = await asked({ json: { id: 'k' }, shownOnce: { secret: 's' } }, change)
  expect([made.json, kept]).toEqual([{ id: 'k', secret: 's' }, [{ json: { id: 'k' } }]])
  // A repeated change gets what was kept.
  const repeated = { ...change, deps: { once: async () => kept[0] } }
  expect((await asked(NOTHING, repeated)).json).toEqual({ id: 'k' })
})

test('who changed what from where, and what came of it, is written down', async () => {
  const change = { method: 'POST', route: { changes: true } }
  const entry = {
    who: 'viewer@example.org',
    at: '2026-11-26T12:00:00.000Z',
    what: 'POST /console/api/things/{id}',
    on: { id: '1' },
    ip: '192.0.2.1',
  }
  expect((await asked(NOTHING, change)).audited).toEqual([{ ...entry, status: 200 }])
  const conflict = await asked(new Failure('StateConflict'), change)
  expect(conflict.audited).toEqual([{ ...entry, status: 409, code: 'StateConflict' }])
  expect((await asked(NOTHING)).audited).toEqual([])
})

test.each([new TypeError('The table is gone.'), new Failure('JobFailed', 'The table is gone.')])(
  'what went wrong inside is logged and told to nobody: %o',
  async (error) => {
    failed.mockClear()
    const { statusCode, json, audited } = await asked(error, {
      method: 'POST',
      route: { changes: true },
    })
    expect([statusCode, json.error_code]).toEqual([500, 'InternalError'])
    expect(JSON.stringify(json)).not.toContain('The table is gone.')
    expect(audited).toMatchObject([{ status: 500, code: 'InternalError' }])
    expect(failed).toHaveBeenCalledOnce()
  },
)

test('whoever is not signed in is told where people sign in', async () => {
  const request = { ...ownRequest('GET', '/session'), cookies: ['other=session-viewer'] }
  const deps = { ...consoleDeps(), signInAt: '/console/sign-in' }
  const answer = await answerApi(request, 'request-1', deps)
  expect(JSON.parse(answer.body ?? '')).toMatchObject({
    error_code: 'SignInRequired',
    sign_in: '/console/sign-in',
  })
  const refused = await asked(new Failure('RoleMissing'), {
    deps: { signInAt: '/console/sign-in' },
  })
  expect(refused.json).not.toHaveProperty('sign_in')
})

test('a session says until when it lasts, what else there is, and where another provider’s ends', async () => {
  const beside = { service: 'x' } as never
  const session = (method: string, more: object) =>
    asked(NOTHING, { path: '/session', method, deps: { beside, ...more } })
  const held = { role: 'viewer', who: 'me', createdAt: 0, expiresAt: 1_000, idleUntil: 2_000 }
  const sessions = { find: async () => held, close: async () => {} }
  expect((await session('GET', { sessions })).json).toEqual({
    role: 'viewer',
    who: 'me',
    expiresAt: '1970-01-01T00:16:40.000Z',
    beside,
  })
  expect((await session('DELETE', { sessions })).json).toEqual({})
  const elsewhere = {
    ...sessions,
    find: async () => ({ ...held, endSession: 'https://id.example/end' }),
  }
  expect((await session('DELETE', { sessions: elsewhere })).json).toEqual({
    endSession: 'https://id.example/end',
  })
})
