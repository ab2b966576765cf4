import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signWebhook } from '../../../functions/webhook/sign-webhook.ts'
import { verifyWebhook } from '../../../functions/webhook/verify-webhook.ts'
import { fc } from '../../setup/random.ts'

const NOW = 1_761_112_848_500
const AT = 1_761_112_848
const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(24).toString('base64')}`
const body = Buffer.from('{"created_at":1761112848,"data":{"task_id":"t","task_status":"success"}}')
const headers = signWebhook({ id: 'evt_1', timestamp: AT, body, secrets: [secret] })

function verify(change: Partial<Parameters<typeof verifyWebhook>[0]> = {}) {
  return verifyWebhook({ headers, body, secrets: [secret], now: NOW, ...change })
}

function withHeaders(change: Record<string, string | undefined>) {
  return () => verify({ headers: { ...headers, ...change } })
}

const signatureOf = (length: number) => headers['webhook-signature'].padEnd(length)

describe('a signed message', () => {
  test('is verified and returns its id', () => {
    expect(verify()).toEqual({ id: 'evt_1', timestamp: AT })
  })

  test('is verified by the reference library', () => {
    const now = Math.floor(Date.now() / 1000)
    const signed = signWebhook({ id: 'evt_1', timestamp: now, body, secrets: [secret] })
    expect(() => new Webhook(secret).verify(body, { ...signed })).not.toThrow()
  })

  test('one that the reference library signed is verified', () => {
    const signature = new Webhook(secret).sign('evt_1', new Date(AT * 1000), body.toString())
    expect(withHeaders({ 'webhook-signature': signature })).not.toThrow()
  })

  test('one whose signature takes 4096 characters is verified', () => {
    expect(withHeaders({ 'webhook-signature': signatureOf(4096) })).not.toThrow()
  })

  test('one whose headers a proxy renamed is verified', () => {
    const renamed = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]),
    )
    expect(verify({ headers: renamed })).toEqual({ id: 'evt_1', timestamp: AT })
    const forged = { ...renamed, 'svix-id': 'evt_2' }
    expect(() => verify({ headers: forged })).toThrow('does not match')
  })

  test('one that a proxy put a byte order mark before is verified', () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), body])
    expect(verify({ body: marked })).toEqual({ id: 'evt_1', timestamp: AT })
    const signed = signWebhook({ id: 'evt_1', timestamp: AT, body: marked, secrets: [secret] })
    expect(verify({ body: marked, headers: signed })).toEqual({ id: 'evt_1', timestamp: AT })
    expect(() => verify({ body: Buffer.concat([marked.subarray(0, 3), marked]) })).toThrow()
  })

  test('a body may be any bytes, valid UTF-8 or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const signed = signWebhook({ id: 'e', timestamp: AT, body: bytes, secrets: [secret] })
        expect(verify({ headers: { ...signed }, body: bytes }).id).toBe('e')
      }),
    )
  })

  test('while a secret is rotated, sender or receiver may switch first', () => {
    const both = signWebhook({ id: 'evt_1', timestamp: AT, body, secrets: [other, secret] })
    expect(both['webhook-signature'].split(' ')).toHaveLength(2)
    expect(verify({ headers: { ...both } }).id).toBe('evt_1')
    expect(verify({ secrets: [other, secret] }).id).toBe('evt_1')
  })

  test('signatures of unknown versions are ignored', () => {
    const signature = `v1a,AAAA ${headers['webhook-signature']} v2,BBBB`
    expect(withHeaders({ 'webhook-signature': signature })).not.toThrow()
  })

  test.each([`${AT}e0`, `${AT}abc`, ` ${AT}`, `0${AT}`, `${AT}.0`, '1e9'])(
    'a timestamp of "%s" is none',
    (timestamp) => {
      const sent = withHeaders({ 'webhook-timestamp': timestamp })
      expect(sent).toThrow('webhook-timestamp is not a number of seconds.')
    },
  )

  test('the tolerance is five minutes in both directions', () => {
    expect(() => verify({ now: (AT + 300) * 1000 + 999 })).not.toThrow()
    expect(() => verify({ now: (AT + 301) * 1000 })).toThrow('webhook-timestamp')
    expect(() => verify({ now: (AT - 300) * 1000 })).not.toThrow()
    expect(() => verify({ now: (AT - 300) * 1000 - 1 })).toThrow('webhook-timestamp')
  })
})

describe('refused', () => {
  test('with the code of a 401', () => {
    expect(() => verify({ secrets: [other] })).toThrow(
      expect.objectContaining({ code: 'InvalidSignature', status: 401 }),
    )
  })

  test('any change of one byte of the body', () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(body)
        changed[at] = (changed[at] ?? 0) ^ flip
        expect(() => verify({ body: changed })).toThrow('does not match')
      }),
    )
  })

  test.each([
    [
      'a body written again',
      { body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)) },
    ],
    ['an empty body', { body: Buffer.alloc(0) }],
    ['another secret', { secrets: [other] }],
    ['no secret', { secrets: [] }],
  ])('%s', (_, change) => expect(() => verify(change)).toThrow('does not match'))

  test.each([
    ['another id', { 'webhook-id': 'evt_2' }],
    ['an id with a dot', { 'webhook-id': 'evt.1' }],
    ['an empty id', { 'webhook-id': '' }],
    ['no id', { 'webhook-id': undefined }],
    ['a timestamp with letters', { 'webhook-timestamp': `${AT}abc` }],
    ['a timestamp with a zero in front', { 'webhook-timestamp': `0${AT}` }],
    ['a fraction', { 'webhook-timestamp': `${AT}.0` }],
    ['a negative timestamp', { 'webhook-timestamp': `-${AT}` }],
    ['a timestamp in exponent form', { 'webhook-timestamp': '1e9' }],
    ['another timestamp', { 'webhook-timestamp': `${AT + 1}` }],
    ['no signature', { 'webhook-signature': undefined }],
    [
      'a signature without its version',
      { 'webhook-signature': headers['webhook-signature'].slice(3) },
    ],
    [
      'our signature under another version',
      { 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') },
    ],
    [
      'a signature in two halves',
      { 'webhook-signature': headers['webhook-signature'].replace('=', ' v1,=') },
    ],
    ['a shorter signature', { 'webhook-signature': headers['webhook-signature'].slice(0, -1) }],
    [
      'seventeen signatures',
      { 'webhook-signature': `${'v1,AAAA '.repeat(16)}${headers['webhook-signature']}` },
    ],
    ['4097 characters of signature', { 'webhook-signature': signatureOf(4097) }],
  ])('%s', (_, change) => expect(withHeaders(change)).toThrow('webhook-'))
})

describe('signing refuses', () => {
  test.each([
    ['an id with a dot', { id: 'a.b' }],
    ['an id with a space', { id: 'a b' }],
    ['a fraction of a second', { timestamp: 1.5 }],
    ['no secret at all', { secrets: [] }],
    ['a secret without its prefix', { secrets: [secret.slice(6)] }],
    ['a secret that is not base64', { secrets: ['whsec_!!!!'] }],
    ['23 bytes of secret', { secrets: [`whsec_${randomBytes(23).toString('base64')}`] }],
    ['65 bytes of secret', { secrets: [`whsec_${randomBytes(65).toString('base64')}`] }],
  ])('%s', (_, change) => {
    expect(() =>
      signWebhook({ id: 'a', timestamp: 1, body, secrets: [secret], ...change }),
    ).toThrow()
  })
})
