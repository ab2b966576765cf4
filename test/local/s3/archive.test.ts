import {
  CopyObjectCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  RestoreObjectCommand,
  type StorageClass,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'
import { errorCode, sendRaw, signed } from './send-raw.ts'

const where = { Bucket: 'drop', Key: 'x' }
const ARCHIVED = { name: 'InvalidObjectState', status: 403 }
const DAY = 24 * 3_600_000

async function opened() {
  const time = { now: Date.now() }
  const { s3, client } = await openS3({ clock: () => time.now })
  await s3.createBucket('drop')
  const put = (StorageClass: StorageClass) =>
    client.send(new PutObjectCommand({ ...where, Body: 'photo', StorageClass }))
  const get = () => client.send(new GetObjectCommand(where))
  const head = () => client.send(new HeadObjectCommand(where))
  const restore = (Days?: number) =>
    client.send(new RestoreObjectCommand({ ...where, RestoreRequest: { ...(Days && { Days }) } }))
  return { s3, client, time, put, get, head, restore }
}

// API Reference: GetObject, HeadObject, CopyObject, RestoreObject.
test.each(['GLACIER', 'DEEP_ARCHIVE'] as const)(
  '%s is read after it was restored, for as long as that lasts',
  async (name) => {
    const { client, time, put, get, head, restore } = await opened()
    await put(name)
    expect(await refusal(get())).toEqual(ARCHIVED)
    expect(await head()).toMatchObject({ StorageClass: name, ContentLength: 5 })
    expect((await head()).Restore).toBeUndefined()
    const list = await client.send(new ListObjectsV2Command({ Bucket: 'drop' }))
    expect(list.Contents).toMatchObject([{ Key: 'x', StorageClass: name }])
    const versions = await client.send(new ListObjectVersionsCommand({ Bucket: 'drop' }))
    expect(versions.Versions).toMatchObject([{ Key: 'x', StorageClass: name }])
    const copy = () =>
      client.send(new CopyObjectCommand({ ...where, Key: 'y', CopySource: 'drop/x' }))
    expect(await refusal(copy())).toEqual({ name: 'ObjectNotInActiveTierError', status: 403 })
    expect((await restore(2)).$metadata.httpStatusCode).toBe(202)
    expect((await restore(2)).$metadata.httpStatusCode).toBe(200)
    const day = Math.floor(time.now / DAY)
    const until = new Date((day + 3) * DAY).toUTCString()
    expect((await head()).Restore).toBe(`ongoing-request="false", expiry-date="${until}"`)
    expect(await (await get()).Body!.transformToString()).toBe('photo')
    await copy()
    const copied = await client.send(new HeadObjectCommand({ ...where, Key: 'y' }))
    expect(copied.StorageClass).toBeUndefined()
    time.now += 4 * DAY
    const fresh = sendable(client, time)
    expect(await refusal(fresh(new GetObjectCommand(where)))).toEqual(ARCHIVED)
  },
)

/** Signs with the time of the endpoint, which has moved. */
function sendable(client: Awaited<ReturnType<typeof opened>>['client'], time: { now: number }) {
  client.config.systemClockOffset = time.now - Date.now()
  return (command: GetObjectCommand) => client.send(command)
}

test('Intelligent-Tiering is read until it is archived, and again once it came back', async () => {
  const { s3, put, get, head, restore } = await opened()
  await put('INTELLIGENT_TIERING')
  expect(await (await get()).Body!.transformToString()).toBe('photo')
  const headers = {
    'x-amz-storage-class': 'INTELLIGENT_TIERING',
    'x-amz-archive-status': 'ARCHIVE_ACCESS',
  }
  await sendRaw(s3, signed(s3, { method: 'PUT', path: '/drop/x', body: 'photo', headers }))
  expect(await head()).toMatchObject({
    StorageClass: 'INTELLIGENT_TIERING',
    ArchiveStatus: 'ARCHIVE_ACCESS',
  })
  const answer = await sendRaw(s3, signed(s3, { path: '/drop/x' }))
  expect([answer.status, errorCode(answer)]).toEqual([403, 'InvalidObjectState'])
  expect(answer.body).toContain('<AccessTier>ARCHIVE_ACCESS</AccessTier>')
  expect(await refusal(restore(3))).toMatchObject({ name: 'MalformedXML' })
  await restore()
  expect((await head()).ArchiveStatus).toBeUndefined()
  expect(await (await get()).Body!.transformToString()).toBe('photo')
})

test('other classes are read at once, and unknown ones are refused', async () => {
  const { client, put, get, head, restore } = await opened()
  await put('GLACIER_IR')
  expect(await (await get()).Body!.transformToString()).toBe('photo')
  expect(await refusal(restore(1))).toEqual(ARCHIVED)
  expect(await refusal(put('COLD' as StorageClass))).toEqual({
    name: 'InvalidStorageClass',
    status: 400,
  })
  const itself = { ...where, CopySource: 'drop/x', StorageClass: 'STANDARD' } as const
  await client.send(new CopyObjectCommand(itself))
  expect((await head()).StorageClass).toBeUndefined()
})

test('says of an object what was asked for', async () => {
  const { client, put } = await opened()
  const { ETag } = await put('STANDARD_IA')
  const ask = (...ObjectAttributes: ('ETag' | 'Checksum' | 'StorageClass' | 'ObjectSize')[]) =>
    client.send(new GetObjectAttributesCommand({ ...where, ObjectAttributes }))
  expect(await ask('ETag', 'StorageClass', 'ObjectSize', 'Checksum')).toMatchObject({
    ETag: ETag!.replaceAll('"', ''),
    StorageClass: 'STANDARD_IA',
    ObjectSize: 5,
    Checksum: { ChecksumCRC32: expect.any(String), ChecksumType: 'FULL_OBJECT' },
    LastModified: expect.any(Date),
  })
  expect((await ask('ETag')).ObjectSize).toBeUndefined()
  expect(await refusal(ask('Colour' as 'ETag'))).toMatchObject({ name: 'InvalidArgument' })
})
