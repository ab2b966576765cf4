import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'

const where = { Bucket: 'drop', Key: 'x' }

async function versioned() {
  const { s3, client } = await openS3()
  await s3.createBucket('drop', { versioned: true })
  const put = async (Body: string) =>
    (await client.send(new PutObjectCommand({ ...where, Body }))).VersionId!
  const text = async (VersionId?: string) =>
    (await client.send(new GetObjectCommand({ ...where, VersionId }))).Body!.transformToString()
  const remove = (VersionId?: string) =>
    client.send(new DeleteObjectCommand({ ...where, VersionId }))
  return { client, put, text, remove }
}

test('keeps every version and reads each by its id', async () => {
  const { put, text } = await versioned()
  const [one, two] = [await put('one'), await put('two')]
  expect(one).toMatch(/^[\w-]{24}\.\d+$/)
  expect([await text(), await text(one), await text(two)]).toEqual(['two', 'one', 'two'])
  expect(await refusal(text('nosuch'))).toEqual({ name: 'NoSuchVersion', status: 404 })
})

test('a delete marker hides the object until it is deleted itself', async () => {
  const { client, put, text, remove } = await versioned()
  const one = await put('one')
  const marker = await remove()
  expect(marker).toMatchObject({ DeleteMarker: true, VersionId: expect.any(String) })
  expect(await refusal(text())).toEqual({ name: 'NoSuchKey', status: 404 })
  expect(await text(one)).toBe('one')
  expect(await refusal(text(marker.VersionId))).toEqual({ name: 'MethodNotAllowed', status: 405 })
  expect((await client.send(new ListObjectsV2Command({ Bucket: 'drop' }))).KeyCount).toBe(0)
  const { DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket: 'drop' }))
  expect(DeleteMarkers).toMatchObject([{ Key: 'x', IsLatest: true, VersionId: marker.VersionId }])
  expect(await remove(marker.VersionId)).toMatchObject({ DeleteMarker: true })
  expect(await text()).toBe('one')
})

test('deleting the latest version makes the one before it the latest', async () => {
  const { put, text, remove } = await versioned()
  const one = await put('one')
  await remove(await put('two'))
  expect(await text()).toBe('one')
  await remove(one)
  expect(await refusal(text())).toMatchObject({ name: 'NoSuchKey' })
  expect(await remove('neverwas')).toMatchObject({ VersionId: 'neverwas' })
  expect(await refusal(remove('line\nbreak'))).toEqual({ name: 'InvalidArgument', status: 400 })
})

test('a bucket with suspended versioning overwrites only its null version', async () => {
  const { client, put, text, remove } = await versioned()
  const one = await put('one')
  const suspend = { Bucket: 'drop', VersioningConfiguration: { Status: 'Suspended' as const } }
  await client.send(new PutBucketVersioningCommand(suspend))
  expect(await client.send(new GetBucketVersioningCommand({ Bucket: 'drop' }))).toMatchObject({
    Status: 'Suspended',
  })
  expect([await put('two'), await put('three')]).toEqual(['null', 'null'])
  expect([await text(), await text('null'), await text(one)]).toEqual(['three', 'three', 'one'])
  expect(await remove()).toMatchObject({ VersionId: 'null', DeleteMarker: true })
  const { Versions } = await client.send(new ListObjectVersionsCommand({ Bucket: 'drop' }))
  expect(Versions?.map((version) => version.VersionId)).toEqual([one])
})

test('deletes many keys in one request, each alone', async () => {
  const { client, put } = await versioned()
  const one = await put('one')
  const { Deleted, Errors } = await client.send(
    new DeleteObjectsCommand({
      Bucket: 'drop',
      Delete: {
        Objects: [{ Key: 'x', VersionId: one }, { Key: 'none' }, { Key: 'x', ETag: '"other"' }],
      },
    }),
  )
  expect(Deleted).toMatchObject([
    { Key: 'x', VersionId: one },
    { Key: 'none', DeleteMarker: true },
  ])
  expect(Errors).toMatchObject([{ Key: 'x', Code: 'NoSuchKey' }])
})
