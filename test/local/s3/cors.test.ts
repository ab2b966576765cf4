import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { applyCors, CorsRule } from '../../../local/s3/cors.ts'

/** What a response becomes: its status where the request was a preflight, and the headers that were set. */
function answered(rules: object[], method: string, headers: Record<string, string>) {
  const set: Record<string, string> = {}
  const answer: { status?: number } = {}
  const response = {
    setHeader: (name: string, value: string) => {
      set[name] = value
    },
    writeHead: (status: number) => {
      answer.status = status
      return response
    },
    end: () => undefined,
  }
  const parsed = rules.map((rule) => CorsRule.parse(rule))
  const request = { method, headers } as unknown as IncomingMessage
  const preflight = applyCors(parsed, request, response as unknown as ServerResponse)
  return { preflight, ...answer, ...set }
}

const RULE = {
  AllowedOrigins: ['https://*.example'],
  AllowedMethods: ['PUT', 'POST'],
  AllowedHeaders: ['X-A-*'],
}
const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method'
const from = (origin: string, more = {}) => ({ origin, ...more })
const ask = (method: string, headers?: string) => ({
  'access-control-request-method': method,
  ...(headers !== undefined && { 'access-control-request-headers': headers }),
})

test('a page that a rule names may read the answer', () => {
  expect(answered([RULE], 'PUT', from('https://a.example'))).toEqual({
    preflight: false,
    'access-control-allow-origin': 'https://a.example',
    vary: VARY,
  })
  const open = { ...RULE, AllowedOrigins: ['https://b', '*'], ExposedHeaders: ['etag', 'date'] }
  expect(answered([RULE, open], 'PUT', from('https://c'))).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, date',
  })
})

test.each([
  ['GET', 'https://a.example', undefined],
  ['PUT', 'http://a.example', undefined],
  ['PUT', 'https://a.example.org', undefined],
  ['PUT', 'https://.exampl', undefined],
])('%s from %s may not', (method, origin) => {
  expect(answered([RULE], method, from(origin))).toEqual({ preflight: false })
})

test('a request of no page is let through', () => {
  expect(answered([RULE], 'OPTIONS', ask('PUT'))).toEqual({ preflight: false })
})

test('a preflight is answered with what its rule allows', () => {
  const headers = from('https://a.example', ask('POST', 'x-a-b, X-A-C,'))
  expect(answered([{ ...RULE, MaxAge: 0 }], 'OPTIONS', headers)).toEqual({
    preflight: true,
    status: 200,
    'access-control-allow-origin': 'https://a.example',
    'access-control-allow-methods': 'PUT, POST',
    'access-control-allow-headers': 'x-a-b, x-a-c',
    'access-control-max-age': '0',
    vary: VARY,
  })
  const local = {
    ...from('https://a.example', ask('PUT')),
    'access-control-request-private-network': 'true',
  }
  expect(answered([RULE], 'OPTIONS', local)).toMatchObject({
    'access-control-allow-private-network': 'true',
  })
  const plain = answered([RULE], 'OPTIONS', from('https://a.example', ask('PUT')))
  expect(Object.keys(plain)).not.toContain('access-control-max-age')
  expect(Object.keys(plain)).not.toContain('access-control-allow-headers')
  expect(Object.keys(plain)).not.toContain('access-control-allow-private-network')
})

test.each([ask('DELETE'), ask('PUT', 'x-b'), ask('PUT', 'x-a-b,x-b')])(
  'a preflight that no rule matches is refused: %o',
  (asked) => {
    const refused = answered([RULE], 'OPTIONS', from('https://a.example', asked))
    expect(refused).toEqual({ preflight: true, status: 403 })
  },
)

test('OPTIONS without a method to ask about is no preflight', () => {
  expect(answered([RULE], 'OPTIONS', from('https://a.example'))).toEqual({ preflight: false })
  const put = answered([RULE], 'PUT', from('https://a.example', ask('DELETE')))
  expect(put).toMatchObject({ preflight: false, vary: VARY })
})

/** S3's patterns have one star, whose part may be empty. */
test.each([
  ['https://*.example', 'https://.example', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['exact', 'exact', true],
  ['exact', 'exactly', false],
])('%s matches %s: %s', (pattern, origin, matches) => {
  const rule = { AllowedOrigins: [pattern], AllowedMethods: ['GET'] }
  expect('vary' in answered([rule], 'GET', { origin })).toBe(matches)
})
