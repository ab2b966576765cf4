import { afterEach, expect, test, vi } from 'vitest'
import { cookieIn, ownCookie, setCookie } from '../../../functions/console/http/cookie.ts'
import {
  isOwnNavigation,
  requireOwnPage,
} from '../../../functions/console/http/require-own-page.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a cookie is found by its whole name', () => {
  expect(cookieIn(['x-console=1', 'console=a=b'], 'console')).toBe('a=b')
  expect(cookieIn(['console2=1'], 'console')).toBeUndefined()
})

test('the console’s own cookie is bound to its host, or on this machine to its run', () => {
  vi.stubEnv('DARKROOM_CONSOLE_RUN', '')
  expect(setCookie(ownCookie(), 'id', 60)).toBe(
    '__Host-console=id; Path=/; Max-Age=60; SameSite=Lax; HttpOnly; Secure',
  )
  vi.stubEnv('DARKROOM_CONSOLE_RUN', 'r1')
  expect(setCookie(ownCookie(), 'id', 0)).toBe(
    'console-r1=id; Path=/console; Max-Age=0; SameSite=Strict; HttpOnly',
  )
})

const ORIGIN = 'https://console.example'

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: ORIGIN }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: ORIGIN }, true],
  [{ origin: 'https://other.example' }, false],
  [{}, false],
])('a request with %j is of the console’s own page: %s', (headers, own) => {
  const ask = () => requireOwnPage(headers, ORIGIN)
  if (own) expect(ask).not.toThrow()
  else expect(ask).toThrow(expect.objectContaining({ code: 'ForeignPage' }))
})

test.each([
  ['none', true],
  ['same-origin', true],
  [undefined, true],
  ['same-site', false],
  ['cross-site', false],
])('a page may be opened from %s: %s', (site, own) => {
  expect(isOwnNavigation({ 'sec-fetch-site': site })).toBe(own)
})
