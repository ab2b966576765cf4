import { createHash } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'

const Bucket = 'drop'

async function withBucket() {
  const opened = await openS3()
  await opened.s3.createBucket(Bucket)
  return opened
}

test('returns the bytes, the ETag and the headers of an object', async () => {
  const { client } = await withBucket()
  const put = await client.send(
    new PutObjectCommand({
      Bucket,
      Key: 'a/b.txt',
      Body: 'hello',
      ContentType: 'text/plain',
      CacheControl: 'max-age=60',
      ContentDisposition: 'inline',
      ContentEncoding: 'gzip',
      ContentLanguage: 'en',
      Metadata: { note: 'two  words' },
    }),
  )
  const etag = `"${createHash('md5').update('hello').digest('hex')}"`
  expect(put.ETag).toBe(etag)
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b.txt' }))
  expect(await got.Body!.transformToString()).toBe('hello')
  expect(got).toMatchObject({
    ETag: etag,
    ContentLength: 5,
    ContentType: 'text/plain',
    CacheControl: 'max-age=60',
    ContentDisposition: 'inline',
    ContentEncoding: 'gzip',
    ContentLanguage: 'en',
    Metadata: { note: 'two  words' },
    AcceptRanges: 'bytes',
  })
  expect(got.VersionId).toBeUndefined()
})

test('stores an empty object', async () => {
  const { client } = await withBucket()
  await client.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: new Uint8Array() }))
  const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'empty' }))
  expect(head).toMatchObject({ ContentLength: 0, ContentType: 'application/octet-stream' })
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'empty' }))
  expect(await got.Body!.transformToString()).toBe('')
})

test('answers requests for missing things with the codes of S3', async () => {
  const { client } = await withBucket()
  const get = (bucket: string) => client.send(new GetObjectCommand({ Bucket: bucket, Key: 'none' }))
  expect(await refusal(get(Bucket))).toEqual({ name: 'NoSuchKey', status: 404 })
  expect(await refusal(get('nowhere'))).toEqual({ name: 'NoSuchBucket', status: 404 })
  const head = client.send(new HeadObjectCommand({ Bucket, Key: 'none' }))
  expect(await refusal(head)).toEqual({ name: 'NotFound', status: 404 })
})

test('deletes, even what does not exist', async () => {
  const { client } = await withBucket()
  await client.send(new PutObjectCommand({ Bucket, Key: 'x', Body: '1' }))
  for (const _ of ['there', 'gone']) {
    const deleted = await client.send(new DeleteObjectCommand({ Bucket, Key: 'x' }))
    expect(deleted.$metadata.httpStatusCode).toBe(204)
  }
  expect(await refusal(client.send(new GetObjectCommand({ Bucket, Key: 'x' })))).toMatchObject({
    name: 'NoSuchKey',
  })
})
