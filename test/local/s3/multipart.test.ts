import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { expect, test } from 'vitest'
import { eventSink, openS3, refusal } from './open-s3.ts'

const MIB = 1024 ** 2
const where = { Bucket: 'drop', Key: 'big/ä file' }
function md5(data: Uint8Array) {
  return createHash('md5').update(data).digest()
}

async function opened() {
  const sink = eventSink()
  const { s3, client, dataDir } = await openS3({ onObjectCreated: sink.receive })
  await s3.createBucket('drop', { notify: true })
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(where))
  const part = async (PartNumber: number, Body: Uint8Array | string) => {
    const command = new UploadPartCommand({ ...where, UploadId, PartNumber, Body })
    return { PartNumber, ETag: (await client.send(command)).ETag }
  }
  const complete = (Parts: CompletedPart[]) =>
    client.send(
      new CompleteMultipartUploadCommand({ ...where, UploadId, MultipartUpload: { Parts } }),
    )
  const bodies = () => readdir(join(dataDir, 'bodies'))
  return { client, UploadId, part, complete, sink, bodies, dataDir }
}

test('completes an object from parts, and sends one event', async () => {
  const { client, sink } = await opened()
  const data = Buffer.alloc(11 * MIB, 'abcdefg')
  const params = { ...where, Body: data, ContentType: 'video/mp4' }
  const done = await new Upload({ client, params, partSize: 5 * MIB }).done()
  const parts = [0, 5, 10].map((at) => data.subarray(at * MIB, (at + 5) * MIB))
  expect(done.ETag).toBe(`"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-3"`)
  const across = { ...where, Range: `bytes=${5 * MIB - 3}-${5 * MIB + 3}` }
  const got = await client.send(new GetObjectCommand(across))
  expect(got.$metadata.httpStatusCode).toBe(206)
  expect(Buffer.from(await got.Body!.transformToByteArray())).toEqual(
    data.subarray(5 * MIB - 3, 5 * MIB + 4),
  )
  const whole = await client.send(new GetObjectCommand(where))
  expect(whole.ContentType).toBe('video/mp4')
  expect(md5(await whole.Body!.transformToByteArray())).toEqual(md5(data))
  const last = await client.send(new HeadObjectCommand({ ...where, PartNumber: 3 }))
  expect(last).toMatchObject({ ContentLength: MIB, PartsCount: 3 })
  const beyond = client.send(new HeadObjectCommand({ ...where, PartNumber: 4 }))
  expect(await refusal(beyond)).toMatchObject({ status: 416 })
  expect(await sink.next(1)).toMatchObject([
    {
      detail: {
        object: { key: where.Key, size: 11 * MIB, etag: done.ETag!.replaceAll('"', '') },
        reason: 'CompleteMultipartUpload',
      },
    },
  ])
})

test('checks the list of parts', async () => {
  const { part, complete } = await opened()
  const [one, two] = [await part(1, 'small'), await part(2, 'last')]
  const bad = (name: string) => ({ name, status: 400 })
  expect(await refusal(complete([one, two]))).toEqual(bad('EntityTooSmall'))
  expect(await refusal(complete([two, one]))).toEqual(bad('InvalidPartOrder'))
  expect(await refusal(complete([one, one]))).toEqual(bad('InvalidPartOrder'))
  expect(await refusal(complete([{ ...one, ETag: two.ETag }]))).toEqual(bad('InvalidPart'))
  expect(await refusal(complete([{ ...one, PartNumber: 7 }]))).toEqual(bad('InvalidPart'))
  expect(await refusal(complete([]))).toEqual(bad('MalformedXML'))
  expect(await refusal(part(0, ''))).toEqual(bad('InvalidArgument'))
  expect(await refusal(part(10_001, ''))).toEqual(bad('InvalidArgument'))
  expect((await complete([one])).$metadata.httpStatusCode).toBe(200)
  expect(await refusal(complete([two]))).toEqual({ name: 'NoSuchUpload', status: 404 })
})

// No page of AWS says so; its answer to the same list is that of the first time.
test('a completion whose reply was lost is answered again, and happens once', async () => {
  const { client, UploadId, part, sink } = await opened()
  const Parts = [await part(1, 'whole')]
  const ask = { ...where, UploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' }
  const complete = () => client.send(new CompleteMultipartUploadCommand(ask))
  const { $metadata: _, ...first } = await complete()
  expect(await complete()).toMatchObject(first)
  await client.send(new PutObjectCommand({ ...where, Body: 'newer' }))
  expect(await complete()).toMatchObject(first)
  const got = await client.send(new GetObjectCommand(where))
  expect(await got.Body!.transformToString()).toBe('newer')
  expect((await sink.next(2)).map(({ detail }) => detail.reason)).toEqual([
    'CompleteMultipartUpload',
    'PutObject',
  ])
  const elsewhere = new CompleteMultipartUploadCommand({ ...ask, Key: 'other' })
  expect(await refusal(client.send(elsewhere))).toMatchObject({ name: 'NoSuchUpload' })
})

test('a completion is not answered again when its bucket is gone', async () => {
  const { client, part, complete } = await opened()
  const parts = [await part(1, 'whole')]
  await complete(parts)
  await client.send(new DeleteObjectCommand(where))
  await client.send(new DeleteBucketCommand({ Bucket: where.Bucket }))
  expect(await refusal(complete(parts))).toEqual({ name: 'NoSuchBucket', status: 404 })
})

test('the head of an object reads none of its bytes', async () => {
  const { client, part, complete, bodies, dataDir } = await opened()
  await complete([await part(1, 'whole')])
  for (const body of await bodies()) await rm(join(dataDir, 'bodies', body), { recursive: true })
  const head = await client.send(new HeadObjectCommand(where))
  expect(head.ContentLength).toBe(5)
  await expect(
    client.send(new GetObjectCommand(where)).then(({ Body }) => Body!.transformToString()),
  ).rejects.toThrow()
})

test('a part uploaded again replaces the first, and parts not listed are dropped', async () => {
  const { client, part, complete, bodies } = await opened()
  await part(1, 'first')
  const again = await part(1, 'second')
  await part(2, 'unused')
  expect(await bodies()).toHaveLength(2)
  await complete([again])
  const got = await client.send(new GetObjectCommand(where))
  expect(await got.Body!.transformToString()).toBe('second')
  expect(await bodies()).toHaveLength(1)
})

test('lists uploads and parts in pages, without aborted uploads', async () => {
  const { client, UploadId, part, complete, bodies } = await opened()
  const parts = [await part(1, 'a'), await part(2, 'b'), await part(5, 'c')]
  const list = (input: object) =>
    client.send(new ListPartsCommand({ ...where, UploadId, ...input }))
  const page = await list({ MaxParts: 2 })
  expect(page.Parts).toMatchObject(parts.slice(0, 2))
  expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' })
  const none = await list({ MaxParts: 0 })
  expect([none.IsTruncated, none.Parts, none.NextPartNumberMarker]).toEqual([
    false,
    undefined,
    undefined,
  ])
  expect((await list({ MaxParts: 3 })).IsTruncated).toBe(false)
  const rest = await list({ PartNumberMarker: page.NextPartNumberMarker })
  expect(rest.Parts).toMatchObject(parts.slice(2))
  const uploads = () => client.send(new ListMultipartUploadsCommand({ Bucket: 'drop' }))
  expect((await uploads()).Uploads).toMatchObject([{ Key: where.Key, UploadId }])
  await client.send(new AbortMultipartUploadCommand({ ...where, UploadId }))
  expect((await uploads()).Uploads).toBeUndefined()
  expect(await bodies()).toEqual([])
  expect(await refusal(complete(parts))).toEqual({ name: 'NoSuchUpload', status: 404 })
})

test('pages of uploads go on after an upload of the same key, or after all of a key', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const begin = async (Key: string) =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket: 'drop', Key }))).UploadId!
  const same = [await begin('a'), await begin('a')].toSorted()
  const other = await begin('b')
  const list = async (input: object) => {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: 'drop', ...input }))
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    const ids = page.Uploads?.map(({ UploadId }) => UploadId)
    return { ids, next: { KeyMarker, UploadIdMarker }, more: page.IsTruncated }
  }
  const first = await list({ MaxUploads: 1 })
  const next = { KeyMarker: 'a', UploadIdMarker: same[0] }
  expect(first).toEqual({ ids: [same[0]], next, more: true })
  const none = { KeyMarker: undefined, UploadIdMarker: undefined }
  expect(await list(first.next)).toEqual({ ids: [same[1], other], next: none, more: false })
  expect(await list({ KeyMarker: 'a' })).toEqual({ ids: [other], next: none, more: false })
})

test('copies parts from an existing object', async () => {
  const { client, UploadId, complete } = await opened()
  const source = { Bucket: 'drop', Key: 'source é+' }
  await client.send(new PutObjectCommand({ ...source, Body: '0123456789' }))
  const copied = await client.send(
    new UploadPartCopyCommand({
      ...where,
      UploadId,
      PartNumber: 1,
      CopySource: encodeURIComponent(`drop/${source.Key}`),
      CopySourceRange: 'bytes=2-5',
    }),
  )
  await complete([{ PartNumber: 1, ETag: copied.CopyPartResult!.ETag }])
  const got = await client.send(new GetObjectCommand(where))
  expect(await got.Body!.transformToString()).toBe('2345')
})
