import { expect, test } from 'vitest'
import { Failure } from '../../../../../catalog/failures/failure.ts'
import { apiRequestOf } from '../../../../../functions/service/core/http/api-request.ts'
import {
  failureResponse,
  successResponse,
} from '../../../../../functions/service/core/http/api-response.ts'
import {
  createCompressor,
  encodedResponse,
  negotiateEncoding,
} from '../../../../../functions/service/core/http/content-encoding.ts'
import { createPageSizeParser } from '../../../../../functions/service/core/http/page-size.ts'
import { RateLimited } from '../../../../../functions/service/core/rate/rate-limited.ts'
import { TaskTimedOut } from '../../../../../functions/service/core/tasks/task-timed-out.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['BR;q=0.5, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.00, deflate', undefined],
  ['br;q=0.001', 'br'],
  ['xgzip', undefined],
])('of %s %s is taken', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
})

test('a document is compressed once in each encoding, and not where none is taken', async () => {
  const compress = createCompressor()
  const bytes = Buffer.from('a'.repeat(1000))
  const [one, two] = await Promise.all([compress(bytes, 'br'), compress(bytes, 'br')])
  expect(one.bytes).toBe(two.bytes)
  expect((await compress(bytes, 'gzip')).bytes).not.toEqual(one.bytes)
  expect(await compress(bytes, undefined)).toEqual({ bytes, encoding: undefined })
  expect(one.bytes.length).toBeLessThan(100)
  expect(encodedResponse({ bytes: Buffer.from('a'), encoding: 'br' }, { a: 'b' })).toEqual({
    headers: { a: 'b', 'content-encoding': 'br', vary: 'accept-encoding' },
    body: 'YQ==',
    isBase64Encoded: true,
  })
  expect(encodedResponse({ bytes, encoding: undefined }, {}).headers).toEqual({
    vary: 'accept-encoding',
  })
})

test.each([
  [new RateLimited(0), 429, '1'],
  [new RateLimited(0.4), 429, '1'],
  [new RateLimited(1.2), 429, '2'],
  [new Failure('TooManyRequests'), 429, '10'],
  [new Failure('IdempotencyConflict'), 409, '1'],
  [new Failure('IdempotencyMismatch'), 422, undefined],
])('%s is answered with what it is, and when to ask again', (failure, status, retry) => {
  const { statusCode, headers, body } = failureResponse(failure, 'id')
  expect([statusCode, headers?.['retry-after']]).toEqual([status, retry])
  expect(JSON.parse(body ?? '')).toEqual({
    status,
    error: failure.message,
    error_code: failure.code,
  })
  expect(headers).toMatchObject({ 'x-request-id': 'id', 'cache-control': 'no-store' })
})

test('a task that ran out of time tells its charge', () => {
  expect(failureResponse(new TaskTimedOut({ units: 0 }), 'id').headers).toHaveProperty(
    'darkroom-units',
    '0',
  )
  expect(failureResponse(new TaskTimedOut(undefined), 'id').headers).not.toHaveProperty(
    'darkroom-units',
  )
})

test('a success is JSON with its status, or a document with its own type', () => {
  const json = successResponse({ json: { a: 1 }, headers: { b: 'c' } }, 'id')
  expect(json).toMatchObject({ statusCode: 200, body: '{"status":200,"a":1}', headers: { b: 'c' } })
  const text = successResponse({ document: 'a', headers: { 'content-type': 'text/plain' } }, 'id')
  expect(text).toMatchObject({
    statusCode: 200,
    body: 'a',
    headers: { 'content-type': 'text/plain' },
  })
  const bytes = { bytes: Buffer.from('a'), encoding: undefined }
  expect(successResponse({ document: bytes, headers: {} }, 'id')).toMatchObject({
    isBase64Encoded: true,
    body: 'YQ==',
  })
})

function event(change: object, headers: Record<string, string> = {}) {
  const requestContext = {
    http: { method: 'POST', sourceIp: '1.2.3.4' },
    domainName: 'api.example',
  }
  return apiRequestOf({ rawPath: '/a', headers, requestContext, ...change } as never, 7)
}

test('a request is read from its event, its body in the form that it came in', () => {
  const { body, ...rest } = event({ body: 'ä', queryStringParameters: { a: '1' } })
  expect(Buffer.from(body).toString()).toBe('ä')
  expect(rest).toMatchObject({
    method: 'POST',
    path: '/a',
    query: { a: '1' },
    ip: '1.2.3.4',
    origin: 'https://api.example',
    bodyBytes: 2,
    deadline: 7,
  })
  const encoded = event({ body: 'w6Q=', isBase64Encoded: true })
  expect([Buffer.from(encoded.body).toString(), encoded.bodyBytes]).toEqual(['ä', 2])
  expect(event({})).toMatchObject({ query: {}, bodyBytes: 0 })
  expect(event({}, { 'x-forwarded-proto': 'http' }).origin).toBe('http://api.example')
})

test.each([
  [undefined, 5],
  ['1', 1],
  ['9', 9],
  ['000000000000009', 9],
])('a page of %s has %i', (text, size) => {
  expect(createPageSizeParser(9, 5)(text)).toBe(size)
})

test.each(['0', '10', '-1', '1.0', 'x1', '1x', '0000000000000009'])(
  'a page has no size %s',
  (text) => {
    expect(() => createPageSizeParser(9, 5)(text)).toThrow(/^page_size/)
  },
)
