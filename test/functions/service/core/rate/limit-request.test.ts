import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../../../functions/service/core/accounts/create-key.ts'
import { clientNetwork } from '../../../../../functions/service/core/rate/client-network.ts'
import { type Answer, type Call, openHandler } from '../../call-handler.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const CREDIT = '/s2s/v1.0/client/credit'

let backend: ServiceBackend
let call: (call: Call) => Promise<Answer>

beforeAll(async () => {
  backend = await startServiceBackend()
  call = await openHandler(backend, { RATE_LIMIT_WINDOW: '20', RATE_LIMIT_SECOND: '1000' })
})
afterAll(() => {
  delete process.env['RATE_LIMIT_WINDOW']
  delete process.env['RATE_LIMIT_SECOND']
  return backend.close()
})

function statuses(calls: Call[]) {
  return Promise.all(calls.map(async (each) => (await call(each)).status))
}
function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
function tally(given: number[]) {
  return [200, 429].map((each) => given.filter((s) => s === each).length)
}

test('a request above the limit is refused in the wire format, with Retry-After', async () => {
  const ip = '192.0.2.10'
  const { key } = await backend.addAccount(0)
  expect(tally(await statuses(times(25, () => ({ path: CREDIT, key, ip }))))).toEqual([20, 5])
  const { status, headers, body } = await call({ path: CREDIT, key, ip })
  expect({ status, body }).toEqual({
    status: 429,
    body: { status: 429, error: 'Too many requests', error_code: 'TooManyRequests' },
  })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
})

test('the key is checked before the rate, and requests for unknown paths are counted', async () => {
  const ip = '192.0.2.11'
  const { key } = await backend.addAccount(0)
  expect(await statuses(times(20, () => ({ path: '/nothing', key, ip })))).toEqual(
    times(20, () => 404),
  )
  expect((await call({ path: CREDIT, key, ip })).status).toBe(429)
  expect((await call({ path: CREDIT, key: 'dk_wrong', ip })).body.error_code).toBe(
    'InvalidAccessToken',
  )
})

test('keys that share an address (in IPv6 a /64 network) share its limit', async () => {
  const keys = await Promise.all(times(30, async () => (await backend.addAccount(0)).key))
  const calls = keys.map((key, at) => ({ path: CREDIT, key, ip: `2001:db8:1:2::${at}` }))
  expect(tally(await statuses(calls))).toEqual([20, 10])
})

test('a key with limits of its own is not counted for its address', async () => {
  const ip = '192.0.2.12'
  const { account, key } = await backend.addAccount(0)
  const limits = { perWindow: 50, perSecond: 1000 }
  const trusted = (await createKey({ account, name: 'trusted', limits }, backend.deps)).key
  const calls = times(60, () => ({ path: CREDIT, key: trusted, ip }))
  expect(tally(await statuses(calls))).toEqual([50, 10])
  expect((await call({ path: CREDIT, key, ip })).status).toBe(200)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1::2', '2001:db8:0:1::/64'],
  ['2001:DB8:0000:0001:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (ip, source) => expect(clientNetwork(ip)).toBe(source))
