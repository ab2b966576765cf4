import { expect, test } from 'vitest'
import { checkPolicy } from '../../../local/s3/form/check-policy.ts'
import { readForm } from '../../../local/s3/form/read-form.ts'
import { readPolicy } from '../../../local/s3/form/read-policy.ts'
import { codeOf } from './call-of.ts'

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size)
    yield Buffer.from(text.slice(at, at + size), 'latin1')
}

const part = (disposition: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
const FILE = part('name="file"; filename="a.png"', 'bytes')

/** A form as its fields, the name of its file and the file. */
async function read(text: string, size = 7) {
  const { fields, fileName, file } = await readForm(inPieces(text, size), 'B')
  let bytes = ''
  for await (const piece of file) bytes += piece.toString('latin1')
  return { fields: Object.fromEntries(fields), fileName, bytes }
}

test.each([1, 2, 3, 50, 1_000])(
  'a form that comes in pieces of %i bytes is the same',
  async (size) => {
    const text = `before\r\n${part('name="Key"', 'a/b')}${part('name=Acl', '')}${FILE}--B--\r\nafter`
    expect(await read(text, size)).toEqual({
      fields: { key: 'a/b', acl: '' },
      fileName: 'a.png',
      bytes: 'bytes',
    })
  },
)

test.each([
  ['name="file"', ''],
  ['name="file"; filename="C:\\\\dir\\\\a.png"', 'a.png'],
  ['name="file"; filename="dir/a.png"', 'a.png'],
  ['name="file"; filename="a\\"b"', 'a"b'],
  ['name="file"; FileName=a.png', 'a.png'],
])('a file with %s is called %s', async (disposition, name) => {
  expect((await read(`${part(disposition, '')}--B--`)).fileName).toBe(name)
})

test.each([
  ['IncorrectNumberOfFilesInPostRequest', `${part('name="key"', 'a')}--B--\r\n`],
  ['InvalidArgument', `${part('name="key"', 'a')}${part('name="Key"', 'b')}${FILE}--B--`],
  ['MalformedPOSTRequest', `${part('name="key"', 'a')}--B`],
  ['MalformedPOSTRequest', 'nothing'],
  ['MalformedPOSTRequest', part('filename="a"', 'a')],
  ['MalformedPOSTRequest', part('name=""', 'a')],
  ['MalformedPOSTRequest', '--B\r\nContent-Type: a/b\r\n\r\nvalue\r\n--B--'],
  ['MalformedPOSTRequest', `--B x\r\nContent-Disposition: form-data; name="file"\r\n\r\n\r\n--B--`],
  ['MalformedPOSTRequest', part('name="key"', '\xff')],
  [
    'MalformedPOSTRequest',
    '--B\r\nX-Content-Disposition: form-data; name="file"\r\n\r\nv\r\n--B--',
  ],
])('%s: %j', async (code, text) => {
  await expect(read(text)).rejects.toMatchObject({ code })
})

/** API Reference, "Creating an HTML Form (Using AWS Signature Version 4)": 20 KB before the file. */
test.each([
  ['in pieces', 1_000],
  ['at once', 1_000_000],
])('20 KB may stand before a file that comes %s', async (_, size) => {
  // `part` without its value, the delimiter behind it, and the head of the file up to its bytes.
  const form = (length: number) => `${part('name="key"', 'x'.repeat(length))}${FILE}--B--`
  const before = form(0).indexOf('bytes')
  // The first boundary counts with the line end that it does not have.
  const most = 20 * 1_024 - before - 2
  expect((await read(form(most), size)).bytes).toBe('bytes')
  await expect(read(form(most + 1), size)).rejects.toMatchObject({
    code: 'MaxPostPreDataLengthExceededError',
  })
})

const policyOf = (document: unknown) =>
  readPolicy(
    Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString(
      'base64',
    ),
  )
const EXPIRATION = '2026-01-01T12:00:00.000Z'
const withConditions = (...conditions: unknown[]) =>
  policyOf({ expiration: EXPIRATION, conditions })

test('a policy has a time, conditions and sizes', () => {
  expect(
    withConditions(
      { Acl: 'private' },
      ['EQ', '$Key', 'a'],
      ['starts-with', '$key', ''],
      ['content-length-range', 1, '9'],
    ),
  ).toEqual({
    expires: Date.UTC(2026, 0, 1, 12),
    conditions: [
      { kind: 'eq', field: 'acl', value: 'private', text: '["eq", "$Acl", "private"]' },
      { kind: 'eq', field: 'key', value: 'a', text: '["eq", "$Key", "a"]' },
      { kind: 'starts-with', field: 'key', value: '', text: '["starts-with", "$key", ""]' },
    ],
    least: 1,
    most: 9,
  })
  expect(withConditions()).toMatchObject({ least: 0, most: Number.MAX_SAFE_INTEGER })
})

test('of several ranges of sizes all hold', () => {
  const ranges = [
    [2, 8],
    [1, 9],
    [3, 7],
    [0, 10],
  ].map((range) => ['content-length-range', ...range])
  expect(withConditions(...ranges)).toMatchObject({ least: 3, most: 7 })
  expect(withConditions(['content-length-range', 5, 5])).toMatchObject({ least: 5, most: 5 })
})

test('a policy may escape a dollar and a vertical tab', () => {
  const text = `{"expiration":"${EXPIRATION}","conditions":[["eq","\\$key","a\\vb\\"\\n"]]}`
  expect(policyOf(text).conditions[0]?.value).toBe('a\vb"\n')
})

test.each([
  ['Invalid JSON.', 'no document'],
  ['Invalid JSON.', []],
  ['Policy missing expiration.', { conditions: [] }],
  ['Policy missing conditions.', { expiration: EXPIRATION }],
  ["Unexpected: 'other'", { expiration: EXPIRATION, conditions: [], other: 1 }],
  ["Invalid 'conditions' value: must be a List.", { expiration: EXPIRATION, conditions: {} }],
  ...['2026-01-01', `x${EXPIRATION}`, `${EXPIRATION}x`, '2026-13-01T12:00:00Z', 1].map(
    (expiration) => [`Invalid 'expiration' value: '${expiration}'`, { expiration, conditions: [] }],
  ),
  ...[
    ['wrong number of arguments', ['content-length-range', 1]],
    ['sizes must be whole numbers', ['content-length-range', 2, 1]],
    ['sizes must be whole numbers', ['content-length-range', -1, 1]],
    ['sizes must be whole numbers', ['content-length-range', 1, '2x']],
    ['sizes must be whole numbers', ['content-length-range', 'x1', '2']],
    ['sizes must be whole numbers', ['content-length-range', 1, '1'.repeat(16)]],
    ['sizes must be whole numbers', ['content-length-range', 0.5, 2]],
    ['must be a List or Object', 'text'],
    ['exactly one property', {}],
    ['exactly one property', { a: '1', b: '2' }],
    ['value must be a string', { a: 1 }],
    ['missing operation identifier', []],
    ['missing operation identifier', [1, '$a', 'b']],
    ["unknown operation 'like'", ['like', '$a', 'b']],
    ['Invalid eq: wrong number of arguments', ['eq', '$a']],
    ['Invalid starts-with: wrong number of arguments', ['starts-with', '$a', 'b', 'c']],
    ['expecting "$field" and a string', ['eq', 'a', 'b']],
    ['expecting "$field" and a string', ['eq', '$', 'b']],
    ['expecting "$field" and a string', ['eq', 'x$a', 'b']],
    ['expecting "$field" and a string', ['eq', '$a', 1]],
    ['expecting "$field" and a string', ['eq', 1, 'b']],
  ].map(([says, condition]) => [says, { expiration: EXPIRATION, conditions: [condition] }]),
] as [string, unknown][])('Invalid Policy: %s', (says, document) => {
  expect(() => policyOf(document)).toThrow(
    expect.objectContaining({
      code: 'InvalidPolicyDocument',
      message: expect.stringContaining(says),
    }),
  )
})

const NOON = Date.UTC(2026, 0, 1, 12)
const check = (fields: Record<string, string>, now = NOON) =>
  checkPolicy(
    withConditions(['eq', '$key', 'a'], ['starts-with', '$content-type', 'image/']),
    new Map(Object.entries(fields)),
    now,
  )
const TAKEN = { key: 'a', 'content-type': 'image/png' }

test.each([
  ['a list of types, of which each is meant', { ...TAKEN, 'content-type': 'image/png, image/gif' }],
  [
    'fields that need no condition',
    { ...TAKEN, 'x-amz-signature': '1', file: '', policy: '', 'x-ignore-a': '1' },
  ],
])('a policy is met with %s', (_, fields) => {
  expect(codeOf(() => check(fields))).toBeUndefined()
})

test('a policy is met until its time', () => {
  expect(codeOf(() => check(TAKEN, NOON))).toBeUndefined()
  expect(() => check(TAKEN, NOON + 1)).toThrow('Invalid according to Policy: Policy expired.')
})

test.each([
  [{ ...TAKEN, key: 'ab' }, 'Policy Condition failed: ["eq", "$key", "a"]'],
  [{ key: 'a' }, 'Policy Condition failed: ["starts-with", "$content-type", "image/"]'],
  [{ ...TAKEN, 'content-type': 'image/png,text/html' }, 'Policy Condition failed'],
  [{ ...TAKEN, other: '1', 'y-ignore-': '2' }, 'Extra input fields: other, y-ignore-'],
])('%o: %s', (fields, says) => {
  expect(() => check(fields as Record<string, string>)).toThrow(
    expect.objectContaining({ code: 'AccessDenied', message: expect.stringContaining(says) }),
  )
})
