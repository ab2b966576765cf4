import { afterEach, expect, test, vi } from 'vitest'
import { clientNetwork } from '../../../../../functions/service/core/rate/client-network.ts'
import { deployedLimits } from '../../../../../functions/service/core/rate/deployed-limits.ts'
import { deployedUploadBytes } from '../../../../../functions/service/core/rate/deployed-upload-bytes.ts'
import {
  limitAnonymous,
  limitRequest,
} from '../../../../../functions/service/core/rate/limit-request.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('without variables the published limits hold', () => {
  expect(deployedLimits()).toEqual({ perWindow: 250, perSecond: 5 })
  expect(deployedUploadBytes()).toBe(100_000_000_000)
})

test('variables say what is otherwise', () => {
  vi.stubEnv('RATE_LIMIT_WINDOW', '1')
  vi.stubEnv('RATE_LIMIT_SECOND', '2')
  vi.stubEnv('UPLOAD_BYTES_PER_DAY', '1')
  expect(deployedLimits()).toEqual({ perWindow: 1, perSecond: 2 })
  expect(deployedUploadBytes()).toBe(1)
})

test.each(['0', '-1', '1.5', 'x'])('%s is no limit', (value) => {
  vi.stubEnv('RATE_LIMIT_WINDOW', value)
  expect(deployedLimits).toThrow('RATE_LIMIT_WINDOW must be a whole number above 0.')
  vi.stubEnv('UPLOAD_BYTES_PER_DAY', value)
  expect(deployedUploadBytes).toThrow('UPLOAD_BYTES_PER_DAY must be a whole number above 0.')
})

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0000::1', '2001:db8:1:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['no address', 'no address'],
])('%s is counted as %s', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network)
})

test('a request is counted for its key and its address, with limits of its own for the key alone', async () => {
  const counted: unknown[] = []
  const limit = async (subjects: unknown) => void counted.push(subjects)
  const limits = { perWindow: 9, perSecond: 3 }
  const own = { perWindow: 1, perSecond: 1 }
  await limitRequest({ hash: 'h' } as never, '1.2.3.4', { limit, limits })
  await limitRequest({ hash: 'h' } as never, undefined, { limit, limits })
  await limitRequest({ hash: 'h', limits: own } as never, '1.2.3.4', { limit, limits })
  await limitAnonymous('1.2.3.4', { limit })
  await limitAnonymous(undefined, { limit })
  expect(counted).toEqual([
    [
      { id: 'key#h', limits },
      { id: 'ip#1.2.3.4', limits },
    ],
    [{ id: 'key#h', limits }],
    [{ id: 'key#h', limits: own }],
    [{ id: 'open#1.2.3.4', limits: { perWindow: 250, perSecond: 25 } }],
  ])
})
