import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { openS3 } from './open-s3.ts'

test('a presigned URL puts and gets until it expires, and only unchanged', async () => {
  let skew = 0
  const { s3, client } = await openS3({ clock: () => Date.now() + skew })
  await s3.createBucket('drop')
  const where = { Bucket: 'drop', Key: 'in/photo 1+2.jpg' }
  const put = await getSignedUrl(client, new PutObjectCommand(where), { expiresIn: 60 })
  expect((await fetch(put, { method: 'PUT', body: 'picture' })).status).toBe(200)
  const get = await getSignedUrl(client, new GetObjectCommand(where), { expiresIn: 60 })
  const got = await fetch(get)
  expect([got.status, await got.text()]).toEqual([200, 'picture'])
  const other = await fetch(get.replace('photo', 'phot0'))
  expect([other.status, await other.text()]).toEqual([
    403,
    expect.stringContaining('<Code>SignatureDoesNotMatch</Code>'),
  ])
  skew = 61_000
  const late = await fetch(get)
  expect([late.status, await late.text()]).toEqual([
    403,
    expect.stringContaining('<Message>Request has expired</Message>'),
  ])
})
