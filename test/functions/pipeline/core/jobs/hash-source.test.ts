import { createHash } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { expect, test } from 'vitest'
import { s3Objects } from '../../../../../functions/pipeline/core/adapters/s3-objects.ts'
import { hashSource } from '../../../../../functions/pipeline/core/jobs/hash-source.ts'
import { openVersionedBucket } from '../../open-versioned-bucket.ts'

const BUCKET = 'bucket'
const key = 'drop/slim/a.mp4'
function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
function jobOf(version: string) {
  return {
    id: 'job-1',
    source: { bucket: BUCKET, key, version, size: 1 },
  }
}
const calmly = { limitMs: 60_000, throwErrors: false }

test('hashes exactly the version, uploaded in parts or whole, and where S3 has the hash', async () => {
  const client = await openVersionedBucket(BUCKET)
  const long = Buffer.alloc(11_000_000, 'darkroom')
  const inParts = await new Upload({
    client,
    params: { Bucket: BUCKET, Key: key, Body: long, ChecksumAlgorithm: 'SHA256' },
  }).done()
  const known = await client.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: 'two', ChecksumAlgorithm: 'SHA256' }),
  )
  const plain = await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: 'three' }))
  expect(inParts.ETag).toContain('-3')

  const read: boolean[] = []
  const objects = s3Objects(client)
  const open: typeof objects.open = async (place) => {
    const object = await objects.open(place)
    read.push(object?.sha256 === undefined)
    return object
  }
  const hashOf = (version = '') => hashSource(jobOf(version), { objects: { open } }, calmly)
  expect(await hashOf(inParts.VersionId)).toEqual({ sha256: sha256(long) })
  expect(await hashOf(known.VersionId)).toEqual({ sha256: sha256(Buffer.from('two')) })
  expect(await hashOf(plain.VersionId)).toEqual({ sha256: sha256(Buffer.from('three')) })
  expect(await hashOf(`etag:${plain.ETag?.replaceAll('"', '')}`)).toEqual({
    sha256: sha256(Buffer.from('three')),
  })
  expect(await hashOf(`etag:${known.ETag?.replaceAll('"', '')}`)).toEqual({
    unhashed: expect.stringContaining('deleted'),
  })
  expect(read).toEqual([true, false, true, true, true])
})

test('a file that cannot be read throws while a retry may help, and then has a reason instead', async () => {
  const objects = { open: () => Promise.reject(new Error('S3 is away.')) }
  await expect(
    hashSource(jobOf('v'), { objects }, { limitMs: 60_000, throwErrors: true }),
  ).rejects.toThrow('S3 is away.')
  expect(await hashSource(jobOf('v'), { objects }, calmly)).toEqual({
    unhashed: 'The file could not be read.',
  })
})

test('does not wait beyond the limit for bytes that never arrive', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('the first of many')),
  })
  const facts = { version: 'v', etag: 'e', size: 1e9, contentType: 'video/mp4', metadata: {}, body }
  const objects = { open: async () => facts }
  expect(await hashSource(jobOf('v'), { objects }, { limitMs: 1, throwErrors: true })).toEqual({
    unhashed: expect.stringContaining('in the time'),
  })
})
