import { expect, test } from 'vitest'
import { checkPayload } from '../../../local/s3/payload/check-payload.ts'
import { checkedValue, expectedDigests } from '../../../local/s3/payload/expected-digests.ts'
import { codeOf } from './call-of.ts'

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
const expected = (fields: Record<string, string>) => expectedDigests({ fields })

test('digests are read from their headers', () => {
  expect(expected({})).toEqual({})
  expect(expected({ 'content-md5': base64(16) })).toEqual({ md5: base64(16) })
  expect(expected({ 'x-amz-checksum-crc32': base64(4) })).toEqual({
    checksum: { algorithm: 'CRC32', value: base64(4) },
  })
  expect(expected({ 'x-amz-trailer': 'a, X-Amz-Checksum-SHA1' })).toEqual({
    checksum: { algorithm: 'SHA1' },
  })
})

/** S3 User Guide, "Checking object integrity in Amazon S3": bytes of each digest. */
test.each([
  ['CRC32', 4],
  ['CRC32C', 4],
  ['CRC64NVME', 8],
  ['SHA1', 20],
  ['SHA256', 32],
] as const)('a checksum of %s has %i bytes', (algorithm, bytes) => {
  expect(checkedValue(algorithm, base64(bytes))).toBe(base64(bytes))
  for (const value of [base64(bytes - 1), base64(bytes + 1), `${base64(bytes)} `, '']) {
    expect(codeOf(() => checkedValue(algorithm, value))).toBe('InvalidRequest')
  }
})

test.each([
  [{ 'content-md5': base64(15) }, 'InvalidDigest'],
  [{ 'content-md5': base64(17) }, 'InvalidDigest'],
  [{ 'content-md5': `${base64(16)}x` }, 'InvalidDigest'],
  [{ 'x-amz-checksum-crc32': base64(4), 'x-amz-checksum-sha1': base64(20) }, 'InvalidRequest'],
  [{ 'x-amz-checksum-crc32': base64(4), 'x-amz-trailer': 'x-amz-checksum-sha1' }, 'InvalidRequest'],
  [{ 'x-amz-trailer': 'x-amz-checksum-crc32,x-amz-checksum-sha1' }, 'InvalidRequest'],
  [{ 'x-amz-checksum-md5': base64(16) }, 'NotImplemented'],
  [{ 'x-amz-trailer': ' X-Amz-Checksum-Xxhash3' }, 'NotImplemented'],
  [{ 'x-amz-checksum-crc32': base64(4), 'x-amz-sdk-checksum-algorithm': 'SHA1' }, 'BadDigest'],
  [{ 'x-amz-checksum-crc32': base64(4), 'x-amz-sdk-checksum-algorithm': 'crc32' }, undefined],
  [{ 'x-amz-sdk-checksum-algorithm': 'SHA1' }, undefined],
  [
    {
      'x-amz-checksum-algorithm': 'a',
      'x-amz-checksum-mode': 'b',
      'x-amz-checksum-type': 'c',
    },
    undefined,
  ],
])('%o is refused as %s', (fields, code) => {
  expect(codeOf(() => expected(fields as Record<string, string>))).toBe(code)
})

async function* bytes(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

/** The digests of "abc", as other programs compute them. */
const MD5 = '900150983cd24fb0d6963f7d28e17f72'
const CRC32 = 'NSRBwg=='

async function checked(
  announced: ReturnType<typeof expectedDigests>,
  trailers: Record<string, string> = {},
) {
  const source = { bytes: bytes('a', 'bc'), trailers: new Map(Object.entries(trailers)) }
  const { bytes: passed, digests } = checkPayload(source, announced)
  expect(digests()).toEqual({ md5: '', checksum: undefined })
  let text = ''
  for await (const piece of passed) text += piece
  return { text, ...digests() }
}

test('bytes pass with their digests', async () => {
  expect(await checked({})).toEqual({ text: 'abc', md5: MD5, checksum: undefined })
  const md5 = Buffer.from(MD5, 'hex').toString('base64')
  const all = { md5, checksum: { algorithm: 'CRC32' as const, value: CRC32 } }
  expect(await checked(all)).toEqual({ text: 'abc', md5: MD5, checksum: CRC32 })
  const later = { checksum: { algorithm: 'CRC32' as const } }
  expect((await checked(later, { 'x-amz-checksum-crc32': CRC32 })).checksum).toBe(CRC32)
})

test.each([
  ['BadDigest', 'Content-MD5', { md5: base64(16) }, {}],
  ['BadDigest', 'CRC32 you', { checksum: { algorithm: 'CRC32' as const, value: base64(4) } }, {}],
  ['MalformedTrailerError', '', { checksum: { algorithm: 'CRC32' as const } }, {}],
  [
    'InvalidRequest',
    'x-amz-checksum-crc32',
    { checksum: { algorithm: 'CRC32' as const } },
    { 'x-amz-checksum-crc32': 'x' },
  ],
])('%s: %s', async (code, says, announced, trailers) => {
  const failing = checked(announced, trailers as Record<string, string>)
  await expect(failing).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
})
