import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'
import { errorCode, sendRaw, signed } from './send-raw.ts'

const where = { Bucket: 'drop', Key: 'x' }
const sha256 = createHash('sha256').update('part').digest('base64')

function crc(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64')
}

const REFUSED = { name: 'InvalidRequest', status: 400 }

test('a part takes a checksum of its upload alone, and so does the whole', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const upload = await client.send(
    new CreateMultipartUploadCommand({
      ...where,
      ChecksumAlgorithm: 'CRC32',
      ChecksumType: 'FULL_OBJECT',
    }),
  )
  const part = { ...where, UploadId: upload.UploadId, PartNumber: 1, Body: 'part' }
  const other = { ...part, ChecksumAlgorithm: 'SHA256', ChecksumSHA256: sha256 } as const
  expect(await refusal(client.send(new UploadPartCommand(other)))).toEqual(REFUSED)
  const { ETag } = await client.send(new UploadPartCommand({ ...part, ChecksumAlgorithm: 'CRC32' }))
  const complete = (listed: object, whole: object = {}) =>
    client.send(
      new CompleteMultipartUploadCommand({
        ...where,
        UploadId: upload.UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ...listed }] },
        ...whole,
      }),
    )
  expect(await refusal(complete({ ChecksumSHA256: sha256 }))).toMatchObject({ name: 'InvalidPart' })
  expect(await refusal(complete({}, { ChecksumSHA256: sha256 }))).toEqual(REFUSED)
  // API Reference, CompleteMultipartUpload.
  const type = complete({}, { ChecksumType: 'COMPOSITE' })
  expect(await refusal(type)).toEqual({ name: 'BadDigest', status: 400 })
  await complete({ ChecksumCRC32: crc('part') }, { ChecksumCRC32: crc('part') })
  const head = await client.send(new HeadObjectCommand({ ...where, ChecksumMode: 'ENABLED' }))
  expect(head).toMatchObject({ ChecksumCRC32: crc('part'), ChecksumType: 'FULL_OBJECT' })
})

test.each([
  // API Reference, PutObject.
  [{ 'x-amz-sdk-checksum-algorithm': 'SHA256', 'x-amz-checksum-crc32': crc('body') }, 'BadDigest'],
  [{ 'x-amz-checksum-crc32': crc('body'), 'x-amz-checksum-sha256': sha256 }, 'InvalidRequest'],
  [{ 'x-amz-checksum-xxhash64': 'AAAAAAAAAAA=' }, 'NotImplemented'],
])('refuses what would not be checked: %j', async (headers, code) => {
  const { s3 } = await openS3()
  await s3.createBucket('drop')
  const raw = { method: 'PUT', path: '/drop/x', headers: { ...headers }, body: 'body' }
  expect(errorCode(await sendRaw(s3, signed(s3, raw)))).toBe(code)
  expect((await sendRaw(s3, signed(s3, { path: '/drop/x' }))).status).toBe(404)
})
