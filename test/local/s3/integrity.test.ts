import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  ChecksumAlgorithm,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { expect, test } from 'vitest'
import { CHECKSUMS } from '../../../local/s3/checksum/algorithms.ts'
import { openS3, refusal } from './open-s3.ts'
import { errorCode, type Raw, sendRaw, signed } from './send-raw.ts'

const where = { Bucket: 'drop', Key: 'x' }
const MIB = 1024 ** 2

async function opened() {
  const { s3, client, dataDir } = await openS3()
  await s3.createBucket('drop')
  const files = async () =>
    (await Promise.all(['bodies', 'incoming'].map((name) => readdir(join(dataDir, name))))).flat()
  return { s3, client, files }
}

// Check values of the catalogue of parametrised CRC algorithms, for the text "123456789".
test.each([
  ['CRC32', 'cbf43926'],
  ['CRC32C', 'e3069283'],
  ['CRC64NVME', 'ae8b14860a799888'],
] as const)('computes %s', (name, expected) => {
  for (const cut of [0, 1, 8]) {
    const digest = CHECKSUMS[name].start()
    digest.update(Buffer.from('123456789').subarray(0, cut))
    digest.update(Buffer.from('123456789').subarray(cut))
    expect(digest.digest().toString('hex')).toBe(expected)
  }
})

test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)('stores and returns %s', async (name) => {
  const { client } = await opened()
  const field = `Checksum${name}` as const
  const put = await client.send(
    new PutObjectCommand({ ...where, Body: 'hello', ChecksumAlgorithm: name }),
  )
  const head = await client.send(new HeadObjectCommand({ ...where, ChecksumMode: 'ENABLED' }))
  const digest = CHECKSUMS[name].start()
  digest.update(Buffer.from('hello'))
  const expected = { [field]: digest.digest().toString('base64'), ChecksumType: 'FULL_OBJECT' }
  expect(put).toMatchObject(expected)
  expect(head).toMatchObject(expected)
  const got = await client.send(new GetObjectCommand({ ...where, ChecksumMode: 'ENABLED' }))
  expect(await got.Body!.transformToString()).toBe('hello')
  const plain = await client.send(new HeadObjectCommand(where))
  expect(plain[field]).toBeUndefined()
})

test('accepts a stream with its checksum in the trailer', async () => {
  const { client } = await opened()
  const pieces = Array.from({ length: 40 }, (_, at) => Buffer.alloc(at * 997, at))
  const data = Buffer.concat(pieces)
  await client.send(
    new PutObjectCommand({
      ...where,
      Body: Readable.from(pieces.slice(1)),
      ContentLength: data.length,
      ContentEncoding: 'gzip',
    }),
  )
  const got = await client.send(new GetObjectCommand({ ...where, ChecksumMode: 'ENABLED' }))
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(data))
  expect(got.ChecksumCRC32).toBe(crc.toString('base64'))
  expect(got.ContentEncoding).toBe('gzip')
  expect(Buffer.from(await got.Body!.transformToByteArray())).toEqual(data)
})

test.each([
  ['SHA256', undefined],
  ['CRC32', 'FULL_OBJECT'],
  ['CRC32C', 'FULL_OBJECT'],
] as const)('gives a multipart object its %s %s checksum', async (name, type) => {
  const { client } = await opened()
  const data = Buffer.alloc(6 * MIB, 'multipart')
  const params = {
    ...where,
    Body: data,
    ChecksumAlgorithm: name,
    ...(type && { ChecksumType: type }),
  }
  await new Upload({ client, params, partSize: 5 * MIB }).done()
  const sum = (...parts: Uint8Array[]) => {
    const digest = CHECKSUMS[name].start()
    parts.forEach((part) => {
      digest.update(part)
    })
    return digest.digest()
  }
  const parts = [data.subarray(0, 5 * MIB), data.subarray(5 * MIB)]
  const composite = `${sum(...parts.map((part) => sum(part))).toString('base64')}-2`
  const head = await client.send(new HeadObjectCommand({ ...where, ChecksumMode: 'ENABLED' }))
  expect(head[`Checksum${name}`]).toBe(type ? sum(data).toString('base64') : composite)
  expect(head.ChecksumType).toBe(type ?? 'COMPOSITE')
})

test('refuses a body that differs from its announced digests, and stores nothing', async () => {
  const { s3, client, files } = await opened()
  const md5 = createHash('md5').update('other').digest('base64')
  const put = (headers: Record<string, string>, body: string | Buffer = 'body'): Raw => ({
    method: 'PUT',
    path: '/drop/x',
    headers,
    body,
  })
  const chunked = (body: string, length: number, trailer = 'x-amz-checksum-crc32') =>
    signed(
      s3,
      put({ 'x-amz-decoded-content-length': String(length), 'x-amz-trailer': trailer }, body),
      'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    )
  const cases: [Raw, string][] = [
    [signed(s3, put({ 'content-md5': md5 })), 'BadDigest'],
    [signed(s3, put({ 'content-md5': 'nonsense' })), 'InvalidDigest'],
    [signed(s3, put({ 'x-amz-checksum-crc32': 'AAAAAA==' })), 'BadDigest'],
    [signed(s3, put({ 'x-amz-checksum-crc32': 'AAAA' })), 'InvalidRequest'],
    [signed(s3, put({}), 'f'.repeat(64)), 'XAmzContentSHA256Mismatch'],
    [signed(s3, put({}), 'STREAMING-NONSENSE'), 'InvalidArgument'],
    [chunked('4\r\nbody\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', 4), 'BadDigest'],
    [chunked('4\r\nbody\r\n0\r\n\r\n', 4), 'MalformedTrailerError'],
    [chunked('4\r\nbody\r\n0\r\n\r\n', 5, 'x-none'), 'IncompleteBody'],
    [chunked('4\r\nbody\r\n0\r\n\r\n', 3, 'x-none'), 'IncompleteBody'],
    [chunked('9\r\nbody\r\n0\r\n\r\n', 4, 'x-none'), 'IncompleteBody'],
    [chunked('4\r\nbodyXX0\r\n\r\n', 4, 'x-none'), 'IncompleteBody'],
    [chunked('zz\r\nbody\r\n0\r\n\r\n', 4, 'x-none'), 'IncompleteBody'],
    [chunked('f'.repeat(5000), 4, 'x-none'), 'IncompleteBody'],
  ]
  for (const [raw, code] of cases) {
    expect(errorCode(await sendRaw(s3, raw))).toBe(code)
  }
  expect(await refusal(client.send(new HeadObjectCommand(where)))).toMatchObject({ status: 404 })
  expect(await files()).toEqual([])
  const right = chunked('2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n', 4, 'x-none')
  expect((await sendRaw(s3, right)).status).toBe(200)
  expect(await files()).toHaveLength(1)
})

test('refuses documents that are too long, not closed, or have another root', async () => {
  const { s3 } = await opened()
  const post = (body: string) => {
    const md5 = createHash('md5').update(body).digest('base64')
    const headers = { 'content-md5': md5 }
    return sendRaw(s3, signed(s3, { method: 'POST', path: '/drop?delete', headers, body }))
  }
  const deep = '<a>'.repeat(20) + '</a>'.repeat(20)
  const key = '<Object><Key>x</Key></Object>'
  const documents = [
    '<Delete>',
    '<Delete></Other>',
    `<Other>${key}</Other>`,
    '<Delete></Delete>',
    `<Delete>${deep}</Delete>`,
    `<!DOCTYPE Delete [<!ENTITY e "x">]><Delete>${key}</Delete>`,
    '<Delete><Object><Key>&e;</Key></Object></Delete>',
    '<Delete><Object><Key>&#x110000;</Key></Object></Delete>',
    `<Delete>${key.repeat(1001)}</Delete>`,
    `<Delete>${' '.repeat(9 * MIB)}</Delete>`,
    '',
  ]
  for (const body of documents) {
    expect([body.slice(0, 60), errorCode(await post(body))]).toEqual([
      body.slice(0, 60),
      'MalformedXML',
    ])
  }
  const unsealed = { method: 'POST', path: '/drop?delete', body: `<Delete>${key}</Delete>` }
  expect(errorCode(await sendRaw(s3, signed(s3, unsealed)))).toBe('InvalidRequest')
  expect((await post(`<Delete>${key}</Delete>`)).body).toContain('<Deleted><Key>x</Key></Deleted>')
})

test('supports every checksum algorithm that this SDK can send, except one', () => {
  const known = Object.keys(CHECKSUMS)
  expect(Object.keys(ChecksumAlgorithm)).toEqual(expect.arrayContaining(known))
})
