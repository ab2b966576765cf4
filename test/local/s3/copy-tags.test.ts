import {
  CopyObjectCommand,
  type CopyObjectCommandInput,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { eventSink, openS3, refusal } from './open-s3.ts'

const where = { Bucket: 'drop', Key: 'from ä+%25' }
const target = { Bucket: 'drop', Key: 'to' }
const CopySource = `drop/${encodeURIComponent(where.Key)}`

async function opened() {
  const sink = eventSink()
  const { s3, client } = await openS3({ onObjectCreated: sink.receive })
  await s3.createBucket('drop', { notify: true, versioned: true })
  const first = await client.send(
    new PutObjectCommand({
      ...where,
      Body: 'one',
      ContentType: 'text/plain',
      Metadata: { a: '1' },
      Tagging: 'kind=photo&place=a%20b',
    }),
  )
  const copy = (input: Partial<CopyObjectCommandInput> = {}) =>
    client.send(new CopyObjectCommand({ ...target, CopySource, ...input }))
  const tags = async (of: typeof where) =>
    (await client.send(new GetObjectTaggingCommand(of))).TagSet
  return { client, sink, first, copy, tags }
}

test('copies bytes, headers and tags, and sends an event for the copy', async () => {
  const { client, sink, first, copy, tags } = await opened()
  const copied = await copy()
  expect(copied.CopyObjectResult).toMatchObject({ ETag: first.ETag })
  expect(copied.CopySourceVersionId).toBe(first.VersionId)
  const got = await client.send(new GetObjectCommand(target))
  expect(got).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' }, TagCount: 2 })
  expect(await got.Body!.transformToString()).toBe('one')
  expect(await tags(target)).toEqual([
    { Key: 'kind', Value: 'photo' },
    { Key: 'place', Value: 'a b' },
  ])
  const events = await sink.next(2)
  expect(events.map((event) => event.detail.reason).sort()).toEqual(['CopyObject', 'PutObject'])
})

test('copies with other metadata, another version, or not at all', async () => {
  const { client, first, copy } = await opened()
  await client.send(new PutObjectCommand({ ...where, Body: 'two' }))
  await copy({
    CopySource: `${CopySource}?versionId=${first.VersionId}`,
    MetadataDirective: 'REPLACE',
  })
  const got = await client.send(new GetObjectCommand(target))
  expect([await got.Body!.transformToString(), got.Metadata]).toEqual(['one', {}])
  expect(await refusal(copy(where))).toEqual({ name: 'InvalidRequest', status: 400 })
  await copy({ ...where, MetadataDirective: 'REPLACE', Metadata: { b: '2' } })
  expect(await client.send(new HeadObjectCommand(where))).toMatchObject({ Metadata: { b: '2' } })
  const missing = { name: 'NoSuchKey', status: 404 }
  expect(await refusal(copy({ CopySource: 'drop/none' }))).toEqual(missing)
  const failed = { name: 'PreconditionFailed', status: 412 }
  expect(await refusal(copy({ CopySourceIfMatch: '"other"' }))).toEqual(failed)
  expect(await refusal(copy({ IfNoneMatch: '*' }))).toEqual(failed)
})

test('tags an object without rewriting it or sending an event', async () => {
  const { client, sink, tags } = await opened()
  const TagSet = [{ Key: 'a', Value: '<&>' }]
  await client.send(new PutObjectTaggingCommand({ ...where, Tagging: { TagSet } }))
  expect(await tags(where)).toEqual(TagSet)
  const got = await client.send(new GetObjectCommand(where))
  expect([await got.Body!.transformToString(), got.TagCount]).toEqual(['one', 1])
  const { $metadata } = await client.send(new DeleteObjectTaggingCommand(where))
  expect($metadata.httpStatusCode).toBe(204)
  expect(await tags(where)).toEqual([])
  await client.send(new PutObjectCommand({ ...target, Body: 'next' }))
  expect((await sink.next(2)).map((event) => event.detail.object.key)).toEqual([
    where.Key,
    target.Key,
  ])
})

test('refuses tags beyond the limits', async () => {
  const { client } = await opened()
  const tag = (TagSet: { Key: string; Value: string }[]) =>
    refusal(client.send(new PutObjectTaggingCommand({ ...where, Tagging: { TagSet } })))
  const bad = { name: 'InvalidTag', status: 400 }
  const many = Array.from({ length: 11 }, (_, at) => ({ Key: `k${at}`, Value: '' }))
  expect(await tag(many)).toEqual(bad)
  expect(await tag([many[0]!, many[0]!])).toEqual(bad)
  expect(await tag([{ Key: 'k'.repeat(129), Value: '' }])).toEqual(bad)
})
