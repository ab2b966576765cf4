import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyLogin } from '../../../functions/console/sign-in-elsewhere/verify-login.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const SECONDS = NOW / 1000
const EXPECTED = { issuer: 'https://login.example', clientId: 'darkroom', nonce: 'n', now: NOW }
const CLAIMS = {
  iss: EXPECTED.issuer,
  sub: 'ada',
  aud: 'darkroom',
  nonce: 'n',
  iat: SECONDS - 5,
  exp: SECONDS + 300,
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEYS = {
  keys: [
    { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', use: 'sig' },
    { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec' },
    { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak' },
    { ...other.publicKey.export({ format: 'jwk' }), kid: 'encrypts', use: 'enc' },
    { kty: 'RSA', kid: 'broken', n: '!', e: '!' },
    { kty: 'oct', kid: 'shared', k: 'c2VjcmV0' },
  ],
}

function text(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function token(
  claims: object = CLAIMS,
  header: object = { alg: 'RS256', kid: 'rsa' },
  key = rsa.privateKey,
): string {
  const signed = `${text(header)}.${text(claims)}`
  const how = key.asymmetricKeyType === 'ec' ? { key, dsaEncoding: 'ieee-p1363' as const } : { key }
  return `${signed}.${sign('sha256', Buffer.from(signed), how).toString('base64url')}`
}

test('a login that one of the keys has signed is taken, with or without the name of the key', async () => {
  expect(await verifyLogin(token(), KEYS, EXPECTED)).toEqual(CLAIMS)
  expect(await verifyLogin(token(CLAIMS, { alg: 'RS256' }), KEYS, EXPECTED)).toEqual(CLAIMS)
  const byCurve = token(CLAIMS, { alg: 'ES256', kid: 'ec' }, ec.privateKey)
  expect(await verifyLogin(byCurve, KEYS, EXPECTED)).toEqual(CLAIMS)
  const several = { ...CLAIMS, aud: ['darkroom', 'other'], azp: 'darkroom' }
  expect(await verifyLogin(token(several), KEYS, EXPECTED)).toEqual(several)
})

const [head = '', body = '', signature = ''] = token().split('.')
const shared = text({ alg: 'HS256', kid: 'shared' })

test.each<[string, string, RegExp]>([
  ['unsigned', `${text({ alg: 'none' })}.${body}.`, /algorithm/],
  [
    'signed by a shared secret',
    `${shared}.${body}.${createHmac('sha256', 'secret').update(`${shared}.${body}`).digest('base64url')}`,
    /algorithm/,
  ],
  ['with an extension', token(CLAIMS, { alg: 'RS256', crit: ['x'], x: 1 }), /an extension/],
  [
    'with a header that lacks what it says is critical',
    token(CLAIMS, { alg: 'RS256', crit: ['b64'] }),
    /no signed token/,
  ],
  [
    'of a payload that is not encoded',
    token(CLAIMS, { alg: 'RS256', crit: ['b64'], b64: false }),
    /No key/,
  ],
  ['changed', `${head}.${text({ ...CLAIMS, sub: 'eve' })}.${signature}`, /No key/],
  ['without its signature', `${head}.${body}.`, /No key/],
  ['of a stranger’s key', token(CLAIMS, undefined, other.privateKey), /No key/],
  [
    'of a key that encrypts',
    token(CLAIMS, { alg: 'RS256', kid: 'encrypts' }, other.privateKey),
    /No key/,
  ],
  ['of a weak key', token(CLAIMS, { alg: 'RS256', kid: 'weak' }, weak.privateKey), /No key/],
  ['of a key of another kind', token(CLAIMS, { alg: 'ES256', kid: 'rsa' }), /No key/],
  ['of another issuer', token({ ...CLAIMS, iss: 'https://evil.example' }), /another issuer/],
  ['for another client', token({ ...CLAIMS, aud: 'other' }), /another client/],
  ['asked for by another client', token({ ...CLAIMS, azp: 'other' }), /asked for by another/],
  ['for several clients', token({ ...CLAIMS, aud: ['darkroom', 'other'] }), /asked for by another/],
  ['expired', token({ ...CLAIMS, exp: SECONDS - 61 }), /expired/],
  ['of the future', token({ ...CLAIMS, iat: SECONDS + 61 }), /future/],
  ['of another sign-in', token({ ...CLAIMS, nonce: 'other' }), /another sign-in/],
  ['without an end', token({ ...CLAIMS, exp: undefined }), /claim is missing/],
  ['with an end that is no time', token({ ...CLAIMS, exp: '9999999999' }), /claim is missing/],
  ['not yet to be used', token({ ...CLAIMS, nbf: SECONDS + 61 }), /future/],
  [
    'expired, without the name of its key',
    token({ ...CLAIMS, exp: SECONDS - 61 }, { alg: 'RS256' }),
    /expired/,
  ],
  [
    'of a stranger’s key that it does not name',
    token(CLAIMS, { alg: 'RS256' }, other.privateKey),
    /No key/,
  ],
  ['without a nonce', token({ ...CLAIMS, nonce: undefined }), /claim is missing/],
  ['no token', 'a.b', /no signed token/],
  ['too long', `${'a'.repeat(20_000)}.b.c`, /no signed token/],
])('a login that is %s is refused', async (_, given, words) => {
  await expect(verifyLogin(given, KEYS, EXPECTED)).rejects.toThrow(words)
})

test.each([undefined, null, {}, { keys: 7 }, { keys: [] }])(
  'of the keys %j none has signed',
  async (keys) => {
    await expect(verifyLogin(token(), keys, EXPECTED)).rejects.toThrow('No key')
  },
)

test('a login of 20,000 characters is read, and no longer one', async () => {
  // Three bytes more are four characters more: a length that one header leaves out the other meets.
  const padded = (length: number) => ({ ...CLAIMS, pad: 'p'.repeat(length) })
  const ofLength = (length: number): string => {
    for (const header of [{ alg: 'RS256' }, { alg: 'RS256', x: '1234' }]) {
      const rest = token(padded(0), header).length
      const about = Math.floor(((length - rest) * 3) / 4)
      for (let more = about - 3; more < about + 4; more++) {
        const given = token(padded(more), header)
        if (given.length === length) return given
      }
    }
    return expect.unreachable('no token has this length')
  }
  expect(await verifyLogin(ofLength(20_000), KEYS, EXPECTED)).toMatchObject(CLAIMS)
  await expect(verifyLogin(ofLength(20_001), KEYS, EXPECTED)).rejects.toThrow('no signed token')
})
