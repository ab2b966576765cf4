import { expect, test } from 'vitest'
import {
  MAX_ATTEMPTS,
  parseRetryAfter,
  retryDelay,
} from '../../../functions/webhook/retry-delay.ts'

test('jitter lengthens a delay by up to a tenth', () => {
  expect(retryDelay(2, 0)).toBe(300)
  expect(retryDelay(2, 0.5)).toBe(315)
  expect(retryDelay(2, 1)).toBe(330)
})

test('there is no attempt after the last', () => {
  expect(retryDelay(MAX_ATTEMPTS - 1, 0)).toBe(86_400)
  expect(retryDelay(MAX_ATTEMPTS, 0)).toBeUndefined()
})

test('Retry-After lengthens a delay, up to an hour or twice the delay, and never shortens it', () => {
  expect(retryDelay(1, 0, 60)).toBe(60)
  expect(retryDelay(1, 0, 3600)).toBe(3600)
  expect(retryDelay(1, 0, 86_400)).toBe(3600)
  expect(retryDelay(4, 0, 1)).toBe(7200)
  expect(retryDelay(4, 0, 86_400)).toBe(14_400)
})

const NOW = Date.UTC(2026, 0, 1)

test.each([
  [undefined, 0],
  ['', 0],
  ['120', 120],
  ['-1', 0],
  ['1.5', 0],
  ['soon', 0],
  ['9999999999999999', 0],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
])('Retry-After %j is %d s', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds)
})
