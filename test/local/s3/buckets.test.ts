import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketNotificationConfigurationCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'

test('says of a bucket whether it tells EventBridge', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop', { notify: true })
  await s3.createBucket('quiet')
  const ask = (Bucket: string) =>
    client.send(new GetBucketNotificationConfigurationCommand({ Bucket }))
  expect((await ask('drop')).EventBridgeConfiguration).toEqual({})
  expect((await ask('quiet')).EventBridgeConfiguration).toBeUndefined()
  expect(await refusal(ask('nosuch'))).toEqual({ name: 'NoSuchBucket', status: 404 })
})

test('nothing is written to a bucket that is not there', async () => {
  const { client } = await openS3()
  const where = { Bucket: 'nosuch', Key: 'x' }
  const gone = { name: 'NoSuchBucket', status: 404 }
  expect(await refusal(client.send(new CreateMultipartUploadCommand(where)))).toEqual(gone)
  expect(await refusal(client.send(new PutObjectCommand({ ...where, Body: 'x' })))).toEqual(gone)
})

test('refuses requests that expect another owner of the bucket', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const owned = { Bucket: 'drop', ExpectedBucketOwner: '000000000000' }
  const foreign = { Bucket: 'drop', ExpectedBucketOwner: '111122223333' }
  await client.send(new PutObjectCommand({ ...owned, Key: 'x', Body: 'kept' }))
  const copy = {
    ...owned,
    Key: 'y',
    CopySource: 'drop/x',
    ExpectedSourceBucketOwner: '111122223333',
  }
  const calls = [
    () => client.send(new PutObjectCommand({ ...foreign, Key: 'x', Body: 'lost' })),
    () => client.send(new DeleteObjectCommand({ ...foreign, Key: 'x' })),
    () => client.send(new CopyObjectCommand(copy)),
    () => client.send(new ListObjectsV2Command(foreign)),
  ]
  for (const call of calls) {
    expect(await refusal(call())).toEqual({ name: 'AccessDenied', status: 403 })
  }
  expect((await refusal(client.send(new HeadBucketCommand(foreign)))).status).toBe(403)
  const { Contents } = await client.send(new ListObjectsV2Command(owned))
  expect(Contents).toMatchObject([{ Key: 'x', Size: 4 }])
})
