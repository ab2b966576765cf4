import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'

const where = { Bucket: 'drop', Key: 'x' }

async function opened() {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const put = (input: Partial<PutObjectCommandInput> = {}) =>
    client.send(new PutObjectCommand({ ...where, Body: 'one', ...input }))
  const get = (input: Partial<GetObjectCommandInput> = {}) =>
    client.send(new GetObjectCommand({ ...where, ...input }))
  return { s3, client, put, get, text: async () => (await get()).Body!.transformToString() }
}

const FAILED = { name: 'PreconditionFailed', status: 412 }

test('If-None-Match: * writes only where no object exists', async () => {
  const { client, put, text } = await opened()
  await put({ IfNoneMatch: '*' })
  expect(await refusal(put({ IfNoneMatch: '*', Body: 'two' }))).toEqual(FAILED)
  expect(await text()).toBe('one')
  await client.send(new DeleteObjectCommand(where))
  await put({ IfNoneMatch: '*', Body: 'three' })
  expect(await text()).toBe('three')
})

test('of many writers with If-None-Match: * one wins', async () => {
  const { put, text } = await opened()
  const bodies = Array.from({ length: 12 }, (_, at) => `writer ${at}`)
  const outcomes = await Promise.allSettled(bodies.map((Body) => put({ IfNoneMatch: '*', Body })))
  const winners = bodies.filter((_, at) => outcomes[at]!.status === 'fulfilled')
  expect(winners).toEqual([await text()])
})

test('If-Match writes and deletes only the object with this ETag', async () => {
  const { client, put, text } = await opened()
  expect(await refusal(put({ IfMatch: '"none"' }))).toEqual({ name: 'NoSuchKey', status: 404 })
  const { ETag } = await put()
  await put({ IfMatch: ETag, Body: 'two' })
  expect(await refusal(put({ IfMatch: ETag, Body: 'three' }))).toEqual(FAILED)
  const remove = client.send(new DeleteObjectCommand({ ...where, IfMatch: ETag }))
  expect(await refusal(remove)).toEqual(FAILED)
  expect(await text()).toBe('two')
})

test('conditions of a multipart upload are checked on completion', async () => {
  const { client, put, text } = await opened()
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(where))
  const part = { ...where, UploadId, PartNumber: 1 }
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: 'multipart' }))
  await put()
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
  const complete = (condition: object) =>
    client.send(
      new CompleteMultipartUploadCommand({ ...where, UploadId, MultipartUpload, ...condition }),
    )
  expect(await refusal(complete({ IfNoneMatch: '*' }))).toEqual(FAILED)
  expect(await text()).toBe('one')
  await complete({ IfMatch: (await put()).ETag })
  expect(await text()).toBe('multipart')
})

test('reads respect their conditions', async () => {
  const { put, get } = await opened()
  const { ETag } = await put()
  const { LastModified } = await get({ IfMatch: ETag })
  const earlier = new Date(LastModified!.getTime() - 1000)
  const NOT_MODIFIED = { name: expect.any(String), status: 304 }
  expect(await refusal(get({ IfMatch: '"other"' }))).toEqual(FAILED)
  expect(await refusal(get({ IfNoneMatch: ETag }))).toEqual(NOT_MODIFIED)
  expect(await refusal(get({ IfNoneMatch: `"other", W/${ETag}` }))).toEqual(NOT_MODIFIED)
  expect(await refusal(get({ IfModifiedSince: LastModified }))).toEqual(NOT_MODIFIED)
  expect(await refusal(get({ IfUnmodifiedSince: earlier }))).toEqual(FAILED)
  await get({ IfModifiedSince: earlier })
  await get({ IfNoneMatch: '"other"', IfModifiedSince: LastModified })
  await get({ IfMatch: ETag, IfUnmodifiedSince: earlier })
})

test('reads the requested range', async () => {
  const { put, get } = await opened()
  await put({ Body: '0123456789' })
  const range = async (Range: string) => {
    const got = await get({ Range })
    return [got.$metadata.httpStatusCode, got.ContentRange, await got.Body!.transformToString()]
  }
  expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await range('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await range('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await range('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  expect(await range('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
  const whole = [200, undefined, '0123456789']
  expect(await range('bytes=4-2')).toEqual(whole)
  expect(await range('bytes=0-1,3-4')).toEqual(whole)
  expect(await range('lines=1-2')).toEqual(whole)
  for (const Range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
    expect(await refusal(get({ Range }))).toEqual({ name: 'InvalidRange', status: 416 })
  }
  await put({ Body: '' })
  expect(await refusal(get({ Range: 'bytes=0-' }))).toEqual({ name: 'InvalidRange', status: 416 })
})
