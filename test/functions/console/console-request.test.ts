import { expect, test } from 'vitest'
import { consoleRequestOf } from '../../../functions/console/http/console-request.ts'

const EVENT = {
  rawPath: '/console/api/jobs',
  headers: { host: 'console.example' },
  requestContext: {
    domainName: 'gateway.example',
    http: { method: 'POST', sourceIp: '192.0.2.1' },
  },
}
const read = (change: object = {}) => consoleRequestOf({ ...EVENT, ...change } as never)

test('a request has what the gateway tells, and nothing for what it does not', () => {
  expect(read()).toEqual({
    method: 'POST',
    path: '/console/api/jobs',
    headers: { host: 'console.example' },
    query: {},
    cookies: [],
    ip: '192.0.2.1',
    origin: 'https://console.example',
    body: '',
  })
  expect(read({ queryStringParameters: { a: '1' }, cookies: ['c=1'] })).toMatchObject({
    query: { a: '1' },
    cookies: ['c=1'],
  })
})

test('its origin is that of its host, or of the gateway', () => {
  const at = (headers: object) => read({ headers }).origin
  expect(at({})).toBe('https://gateway.example')
  expect(at({ host: '127.0.0.1:1', 'x-forwarded-proto': 'http' })).toBe('http://127.0.0.1:1')
  expect(at({ 'x-forwarded-proto': 'https' })).toBe('https://gateway.example')
})

test('its body is text, in base64 or not', () => {
  expect(read({ body: '{}' }).body).toBe('{}')
  const packed = Buffer.from('é').toString('base64')
  expect(read({ body: packed, isBase64Encoded: true }).body).toBe('é')
  expect(read({ isBase64Encoded: true }).body).toBe('')
})
