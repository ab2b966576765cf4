import { expect, test } from 'vitest'
import { redact, redactText } from '../../functions/redact.ts'

test('text is cut at 4,096 characters, arrays and fields at 50, nesting at six', () => {
  expect(redactText('x'.repeat(4096))).toHaveLength(4096)
  expect(redactText('x'.repeat(4097))).toHaveLength(4096)
  expect(redact(Array(51).fill(1))).toEqual(Array(50).fill(1))
  const fields = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, at]))
  expect(Object.keys(redact(fields) as object)).toHaveLength(50)
  expect(redact({ a: { b: { c: { d: { e: { f: 1 } } } } } })).toEqual({
    a: { b: { c: { d: { e: { f: 1 } } } } },
  })
  expect(redact({ a: { b: { c: { d: { e: { f: {} } } } } } })).toEqual({
    a: { b: { c: { d: { e: { f: '[…]' } } } } },
  })
  expect(redact([[[[[[[1]]]]]]])).toEqual([[[[[['[…]']]]]]])
})

test('what JSON cannot say is said in words', () => {
  const values = [1n, Symbol('s'), () => 1, new Date(Number.NaN), new Date(0), new Uint8Array(3)]
  expect(redact(values)).toEqual([
    '1',
    'Symbol(s)',
    '[function]',
    null,
    '1970-01-01T00:00:00.000Z',
    '[3 bytes]',
  ])
  expect([redact(null), redact(undefined), redact(true)]).toEqual([null, undefined, true])
})

test('a field is secret by its name, where it holds something', () => {
  for (const name of [
    'Authorization',
    'api-key',
    'apikey',
    'X-Api_Key',
    'passwd',
    'Cookie',
    'signature',
  ])
    expect(redact({ [name]: 7 })).toEqual({ [name]: '[redacted]' })
  expect(redact({ token: null, secret: undefined, key: 'k' })).toEqual({
    token: null,
    secret: undefined,
    key: 'k',
  })
})

test('a secret in text is replaced, and nothing beside it', () => {
  const short = 'x'.repeat(15)
  const long = 'x'.repeat(16)
  expect(redactText(`a dk_${long}, sk-${long}; dk_${short} sk-${short}`)).toBe(
    `a dk_[redacted], sk-[redacted]; dk_${short} sk-${short}`,
  )
  expect(redactText('see https://a.b/c?x=1&X-Amz-Signature=s, and https://a.b/c?x=1')).toBe(
    'see https://a.b/c?[redacted] and https://a.b/c?x=1',
  )
  expect(redactText('bearer abc, whsec_a+/=_-b "X-Amz-Date=1&b"')).toBe(
    'Bearer [redacted], whsec_[redacted] "[redacted]&b"',
  )
})

test('an error has its name, its stack and its causes, as deep as anything', () => {
  const error = Object.assign(new Error('m', { cause: new TypeError('c') }), { code: 7 })
  error.stack = 'at x'
  const told = redact(error)
  expect(told).toMatchObject({
    code: 7,
    name: 'Error',
    message: 'm',
    stack: 'at x',
    cause: { name: 'TypeError', message: 'c' },
  })
  const plain = new Error('m')
  delete plain.stack
  expect(redact(plain)).toEqual({ name: 'Error', message: 'm' })
  const chain = Array.from({ length: 9 }).reduce<Error>(
    (cause, _, at) => new Error(String(at), { cause }),
    new Error('first'),
  )
  expect(JSON.stringify(redact(chain)).match(/"cause"/g)).toHaveLength(6)
  expect(JSON.stringify(redact(chain))).toContain('"cause":"[…]"')
})
