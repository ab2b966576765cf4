import { expect, test } from 'vitest'
import type { PayloadForm } from '../../../local/s3/auth/payload-form.ts'
import { payloadForm } from '../../../local/s3/auth/payload-form.ts'
import { ByteReader } from '../../../local/s3/payload/byte-reader.ts'
import { decodeChunks } from '../../../local/s3/payload/decode-chunks.ts'
import { openPayload } from '../../../local/s3/payload/open-payload.ts'
import { callOf, codeOf } from './call-of.ts'

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text, 'latin1')
}

async function textOf(source: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of source) all.push(piece)
  return Buffer.concat(all).toString('latin1')
}

async function decoded(text: string, trailer = false) {
  const trailers = new Map<string, string>()
  const body = await textOf(decodeChunks(pieces(...text), { trailer, trailers }))
  return { body, trailers: Object.fromEntries(trailers) }
}

const END = '0\r\n\r\n'

test.each([
  ['3\r\nabc\r\n', 'abc'],
  ['3\r\nabc\r\nA\r\n0123456789\r\n', 'abc0123456789'],
  ['0a\r\n0123456789\r\n', '0123456789'],
  ['', ''],
  [`1;chunk-signature=${'0'.repeat(64)}\r\na\r\n`, 'a'],
])('%j is %s', async (chunks, body) => {
  expect((await decoded(chunks + END)).body).toBe(body)
})

test.each([
  'x\r\n',
  ' 1\r\na\r\n',
  '1 \r\na\r\n',
  `${'0'.repeat(12)}1\r\na\r\n`,
  `1;chunk-signature=${'0'.repeat(63)}\r\na\r\n`,
  '1\r\nab\r\n',
  '1\r\na',
  '2\r\na',
])('%j is no frame', async (chunks) => {
  await expect(decoded(chunks + END)).rejects.toMatchObject({ code: 'IncompleteBody' })
})

test('a body that ends without its last chunk is incomplete', async () => {
  await expect(decoded('1\r\na\r\n')).rejects.toMatchObject({ code: 'IncompleteBody' })
})

test('trailers are read by lower-case name, where they were announced', async () => {
  const { trailers } = await decoded('0\r\nX-Amz-A : 1 \r\nb:2\r\n\r\n', true)
  expect(trailers).toEqual({ 'x-amz-a': '1', b: '2' })
  expect((await decoded('0\r\nb:2\r\n', true)).trailers).toEqual({ b: '2' })
  await expect(decoded('0\r\nb:2\r\n\r\n')).rejects.toMatchObject({ code: 'IncompleteBody' })
  await expect(decoded('0\r\n:2\r\n\r\n', true)).rejects.toMatchObject({ code: 'IncompleteBody' })
})

test.each([
  [16, 1_020, true],
  [17, 1_020, false],
  [1, 1_022, true],
  [1, 1_023, false],
])('%i trailers of %i characters are taken: %s', async (count, length, taken) => {
  const line = (at: number) => `${String.fromCharCode(97 + at)}:${'v'.repeat(length)}\r\n`
  const text = `0\r\n${Array.from({ length: count }, (_, at) => line(at)).join('')}\r\n`
  const ending = decoded(text, true)
  if (taken) expect(Object.keys((await ending).trailers)).toHaveLength(count)
  else await expect(ending).rejects.toMatchObject({ code: 'IncompleteBody' })
})

test('a line has an end within its limit', async () => {
  const line = (limit: number, ...texts: string[]) => new ByteReader(pieces(...texts)).line(limit)
  // However the bytes come.
  for (const texts of [['ab\r\n'], ['ab', '\r\n'], ['ab\r', '\n'], ['a', 'b', '\r', '\n']]) {
    expect(await line(2, ...texts)).toBe('ab')
    await expect(line(1, ...texts)).rejects.toMatchObject({ code: 'IncompleteBody' })
  }
  await expect(line(9, 'ab')).rejects.toMatchObject({ code: 'IncompleteBody' })
  expect(await line(9)).toBeUndefined()
})

test('counted bytes come as they are sent, and must not end early', async () => {
  const reader = new ByteReader(pieces('ab', 'cd', 'e'))
  expect([await textOf(reader.take(0)), await textOf(reader.take(3))]).toEqual(['', 'abc'])
  await expect(textOf(reader.take(3))).rejects.toMatchObject({ code: 'IncompleteBody' })
})

/** The bytes of a request with this payload, whose body is sent in two pieces. */
function opened(
  payload: PayloadForm,
  body: readonly string[],
  lengths: Record<string, string> = {},
) {
  const { decoded, length } = lengths
  const call = callOf({
    auth: { caller: {}, form: 'header', payload } as never,
    headers: length === undefined ? {} : { 'content-length': length },
    fields: decoded === undefined ? {} : { 'x-amz-decoded-content-length': decoded },
    openBody: () => pieces(...body),
  })
  return openPayload(call)
}

const FILE = { kind: 'file', least: 2, most: 4 } as const
const SHA256_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test.each<[string, PayloadForm, string[], Record<string, string>]>([
  ['a', { kind: 'plain' }, ['a'], { length: '1' }],
  ['abc', { kind: 'plain', sha256: SHA256_OF_ABC }, ['ab', 'c'], { length: '3' }],
  [
    'ab',
    { kind: 'chunked', signed: false, trailer: false },
    ['2\r\nab\r\n0\r\n\r\n'],
    { decoded: '2' },
  ],
  ['ab', FILE, ['a', 'b'], {}],
  ['abcd', FILE, ['ab', 'cd'], {}],
])('%s passes', async (text, payload, body, lengths) => {
  expect(await textOf(opened(payload, body, lengths).bytes)).toBe(text)
})

test.each<[string, PayloadForm, string[], Record<string, string>]>([
  ['XAmzContentSHA256Mismatch', { kind: 'plain', sha256: SHA256_OF_ABC }, ['abd'], { length: '3' }],
  [
    'IncompleteBody',
    { kind: 'chunked', signed: false, trailer: false },
    ['2\r\nab\r\n0\r\n\r\n'],
    { decoded: '3' },
  ],
  [
    'IncompleteBody',
    { kind: 'chunked', signed: false, trailer: false },
    ['2\r\nab\r\n0\r\n\r\n'],
    { decoded: '1' },
  ],
  ['EntityTooSmall', FILE, ['a'], {}],
  ['EntityTooLarge', FILE, ['abc', 'de'], {}],
])('%s', async (code, payload, body, lengths) => {
  const reading = textOf(opened(payload, body, lengths).bytes)
  await expect(reading).rejects.toMatchObject({ code })
})

test('what a file may measure is said where it does not', async () => {
  const read = (text: string) => textOf(opened(FILE, [text]).bytes)
  await expect(read('a')).rejects.toMatchObject({
    fields: { ProposedSize: '1', MinSizeAllowed: '2' },
  })
  await expect(read('abcde')).rejects.toMatchObject({ fields: { MaxSizeAllowed: '4' } })
})

/** S3 User Guide, "Uploading objects": 5 GiB in one request. */
test.each([
  ['5368709120', undefined],
  ['5368709121', 'EntityTooLarge'],
  ['0', undefined],
  ['x1', 'MissingContentLength'],
  ['1x', 'MissingContentLength'],
  ['9999999999999999', 'MissingContentLength'],
])('a body of %s bytes', (length, code) => {
  expect(codeOf(() => opened({ kind: 'plain' }, [], { length }))).toBe(code)
  const chunked = { kind: 'chunked', signed: false, trailer: false } as const
  expect(codeOf(() => opened(chunked, [], { decoded: length, length: '1' }))).toBe(code)
  expect(codeOf(() => opened(chunked, [], { length: '1' }))).toBe('MissingContentLength')
})

test.each([
  ['UNSIGNED-PAYLOAD', { kind: 'plain' }],
  [SHA256_OF_ABC, { kind: 'plain', sha256: SHA256_OF_ABC }],
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', { kind: 'chunked', signed: false, trailer: true }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', { kind: 'chunked', signed: true, trailer: false }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', { kind: 'chunked', signed: true, trailer: true }],
])('%s', (text, form) => {
  expect(payloadForm(text)).toEqual(form)
})

test.each([`x${SHA256_OF_ABC}`, `${SHA256_OF_ABC}x`, SHA256_OF_ABC.slice(1), ''])(
  '%s says nothing about a body',
  (text) => {
    expect(codeOf(() => payloadForm(text))).toBe('InvalidArgument')
  },
)
