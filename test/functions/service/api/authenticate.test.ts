import { expect, test } from 'vitest'
import { authenticate, bearerHash } from '../../../../functions/service/api/authenticate.ts'
import { type KeyRecord, keyHash } from '../../../../functions/service/core/model/api-key.ts'
import type { KeyStore } from '../../../../functions/service/core/ports/key-store.ts'

const KEY = 'dk_some'

test.each([
  ['a key', `Bearer ${KEY}`, KEY],
  ['a key of one character', 'bearer a', 'a'],
  ['the longest key', `BEARER ${'a'.repeat(512)}`, 'a'.repeat(512)],
  ['the first and last visible characters', 'Bearer !~', '!~'],
])('%s is taken', (_, authorization, key) => {
  expect(bearerHash({ authorization })).toBe(keyHash(key))
})

test.each([
  ['nothing', undefined],
  ['no key', 'Bearer '],
  ['a key that is too long', `Bearer ${'a'.repeat(513)}`],
  ['a character that does not show', 'Bearer a\x7f'],
  ['a letter beyond ASCII', 'Bearer ä'],
  ['something before it', `a Bearer ${KEY}`],
  ['something after it', `Bearer ${KEY} a`],
])('%s is no key', (_, authorization) => {
  expect(bearerHash({ authorization })).toBeUndefined()
})

/** A store that has this record for whatever is asked. */
function storeOf(record: Partial<KeyRecord>): KeyStore {
  const full = { hash: keyHash(KEY), account: 'a', name: 'n', active: true, ...record }
  return { get: async () => full } as Partial<KeyStore> as KeyStore
}

test.each([
  ['a record of another key', { hash: keyHash('other') }, 'InvalidAccessToken'],
  ['a record whose hash is longer', { hash: `${keyHash(KEY)}0` }, 'InvalidAccessToken'],
  ['a key that is switched off', { active: false, expiresAt: 0 }, 'InactiveApiKey'],
  ['a key in the second in which it expires', { expiresAt: 7 }, 'ExpiredApiKey'],
])('%s admits nobody', async (_, record, code) => {
  const headers = { authorization: `Bearer ${KEY}` }
  const deps = { keys: storeOf(record), now: () => 7000 }
  await expect(authenticate({ headers }, deps, 'InvalidAccessToken')).rejects.toMatchObject({
    code,
  })
})

test('a key is admitted to the last millisecond before it expires', async () => {
  const headers = { authorization: `Bearer ${KEY}` }
  const deps = { keys: storeOf({ expiresAt: 7 }), now: () => 6999 }
  expect(await authenticate({ headers }, deps)).toMatchObject({ account: 'a', expiresAt: 7 })
  await expect(authenticate({ headers: {} }, deps)).rejects.toMatchObject({ code: 'InvalidApiKey' })
})
