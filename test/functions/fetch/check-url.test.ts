import { expect, test } from 'vitest'
import { checkUrl } from '../../../functions/fetch/check-url.ts'

/** What is said of a URL; whether it is exempt where nothing is. */
function said(text: string, exempt: object = {}): string | boolean {
  try {
    return checkUrl(text, exempt).exempt
  } catch (error) {
    return (error as Error).message
  }
}

const refused = (rule: string) => `The URL is refused: ${rule}.`

test.each([
  ['https://example.com/a', false],
  ['https://example.com:443/a', false],
  ['https://8.8.8.8/', false],
  ['https://[2606:4700:4700::1111]/', false],
  [`https://example.com/${'x'.repeat(8172)}`, false],
  [`https://example.com/${'x'.repeat(8173)}`, refused('it is longer than 8192 characters')],
  ['example.com', refused('it is not an absolute URL')],
  ['http://example.com', refused('it is not https')],
  ['https://example.com:8443', refused('its port is not 443')],
  ['https://a@example.com', refused('it holds credentials')],
  ['https://:b@example.com', refused('it holds credentials')],
  ['https://10.0.0.1/', 'The host 10.0.0.1 is not a public address.'],
  ['https://[::1]/', 'The host [::1] is not a public address.'],
])('%s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

test('an exempt origin needs neither https nor a public address', () => {
  const loopback = { allowLoopbackOrigin: 'http://127.0.0.1:4400' }
  expect(said('http://127.0.0.1:4400/a', loopback)).toBe(true)
  expect(said('http://127.0.0.1:4401/a', loopback)).toBe(refused('it is not https'))
  expect(said('http://a@127.0.0.1:4400/a', loopback)).toBe(refused('it holds credentials'))
  const own = { allowPrivateOrigin: 'http://10.0.0.1:8000' }
  expect(said('http://10.0.0.1:8000/a', own)).toBe(true)
  expect(said('http://10.0.0.1:8001/a', own)).toBe(refused('it is not https'))
})

test.each([
  'http://127.0.0.1:4400/',
  'https://127.0.0.1:4400',
  'http://127.0.0.1',
  'http://127.0.0.1:440000',
  'xhttp://localhost:1',
  'http://10.0.0.1:80',
])('%s is no origin of this machine', (allowLoopbackOrigin) => {
  expect(said('https://example.com', { allowLoopbackOrigin })).toBe(
    'A loopback origin is http://127.0.0.1:<port>.',
  )
})
