import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  PutObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { archiveState, headersAsOf, isRestored } from '../../../local/s3/actions/archive-state.ts'
import type { VersionRow } from '../../../local/s3/store/records.ts'
import { openS3 } from './open-s3.ts'

const OF_ALL = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const

test('attributes are those that are asked for, and parts those of the object', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop', { versioned: true })
  const of = { Bucket: 'drop', Key: 'x' }
  const body = { Body: '0123456789', ChecksumAlgorithm: 'CRC32' } as const
  const { ChecksumCRC32 } = await client.send(new PutObjectCommand({ ...of, ...body }))
  const attributes = async (names: readonly (typeof OF_ALL)[number][], Key = 'x') => {
    const command = new GetObjectAttributesCommand({ ...of, Key, ObjectAttributes: [...names] })
    const { $metadata: _, LastModified, VersionId, ...rest } = await client.send(command)
    return { ...rest, hasTime: LastModified instanceof Date, hasVersion: VersionId !== undefined }
  }
  const told = { hasTime: true, hasVersion: true }
  expect(await attributes(OF_ALL)).toEqual({
    ...told,
    ETag: '781e5e245d69b566979b86e28d23f2c7',
    Checksum: { ChecksumCRC32, ChecksumType: 'FULL_OBJECT' },
    StorageClass: 'STANDARD',
    ObjectSize: 10,
  })
  expect(await attributes(['ObjectSize'])).toEqual({ ...told, ObjectSize: 10 })
  await expect(attributes(['ETag', 'Owner' as 'ETag'])).rejects.toThrow('ETag, Checksum')

  const many = { Bucket: 'drop', Key: 'parts', StorageClass: 'STANDARD_IA' } as const
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(many))
  const copy = (range?: string) =>
    client.send(
      new UploadPartCopyCommand({
        Bucket: 'drop',
        Key: 'parts',
        UploadId,
        PartNumber: 1,
        CopySource: 'drop/x',
        CopySourceRange: range,
      }),
    )
  for (const range of [
    'bytes=0-10',
    'bytes=3-2',
    'bytes=0-',
    'x bytes=0-1',
    'bytes=0-1,3',
    'bytes=-1',
  ]) {
    await expect(copy(range)).rejects.toMatchObject({ name: 'InvalidArgument' })
  }
  const etags = []
  for (const range of [undefined, 'bytes=9-9', 'bytes=0-9'])
    etags.push((await copy(range)).CopyPartResult?.ETag)
  expect(etags[0]).toBe('"781e5e245d69b566979b86e28d23f2c7"')
  expect(etags[2]).toBe(etags[0])
  const Parts = [{ PartNumber: 1, ETag: etags[2] }]
  const whole = { Bucket: 'drop', Key: 'parts', UploadId, MultipartUpload: { Parts } }
  await client.send(new CompleteMultipartUploadCommand(whole))
  expect(await attributes(OF_ALL, 'parts')).toMatchObject({
    ObjectParts: { TotalPartsCount: 1 },
    StorageClass: 'STANDARD_IA',
    ObjectSize: 10,
  })
})

const NOW = Date.UTC(2026, 0, 2)
const restored = (at: number) =>
  `ongoing-request="false", expiry-date="${new Date(at).toUTCString()}"`
const versionOf = (storageClass?: string, more = {}) => {
  const headers = { ...(storageClass && { 'x-amz-storage-class': storageClass }), ...more }
  return { headers: JSON.stringify(headers) } as VersionRow
}

/** S3 User Guide, "Archival storage". */
test.each([
  [undefined, {}, undefined],
  ['STANDARD_IA', {}, undefined],
  ['GLACIER_IR', {}, undefined],
  ['GLACIER', {}, { StorageClass: 'GLACIER' }],
  ['DEEP_ARCHIVE', {}, { StorageClass: 'DEEP_ARCHIVE' }],
  ['INTELLIGENT_TIERING', {}, undefined],
  [
    'INTELLIGENT_TIERING',
    { 'x-amz-archive-status': 'ARCHIVE_ACCESS' },
    { StorageClass: 'INTELLIGENT_TIERING', AccessTier: 'ARCHIVE_ACCESS' },
  ],
  ['GLACIER', { 'x-amz-restore': restored(NOW + 1_000) }, undefined],
  ['GLACIER', { 'x-amz-restore': restored(NOW) }, { StorageClass: 'GLACIER' }],
  ['GLACIER', { 'x-amz-restore': 'unreadable' }, { StorageClass: 'GLACIER' }],
])('an object of %s with %o is archived: %o', (storageClass, headers, state) => {
  expect(archiveState(versionOf(storageClass, headers), NOW)).toEqual(state)
})

test('a restored copy is shown until it is gone', () => {
  const restore = restored(NOW + 1_000)
  const version = versionOf('GLACIER', { 'x-amz-restore': restore })
  const archived = { 'x-amz-storage-class': 'GLACIER' }
  expect(headersAsOf(version, NOW + 999)).toEqual({ ...archived, 'x-amz-restore': restore })
  expect(headersAsOf(version, NOW + 1_000)).toEqual(archived)
  expect(headersAsOf(versionOf('GLACIER'), NOW)).toEqual(archived)
  expect([isRestored({}, NOW), isRestored({ 'x-amz-restore': restore }, NOW)]).toEqual([
    false,
    true,
  ])
})
