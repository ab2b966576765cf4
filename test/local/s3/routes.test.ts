import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3 } from './open-s3.ts'
import { errorCode, type Raw, sendRaw, signed } from './send-raw.ts'

test('answers 501 to unknown operations, and changes nothing', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'x', Body: 'kept' }))
  const subresources = ['acl', 'retention', 'legal-hold', 'torrent', 'renameObject', 'made-up=1']
  const raws: Raw[] = [
    ...subresources.map((name) => ({ method: 'PUT', path: `/drop/x?${name}`, body: '<X/>' })),
    ...['acl', 'made-up'].map((name) => ({ path: `/drop/x?${name}` })),
    { method: 'POST', path: '/drop/x?select&select-type=2', body: '<X/>' },
    { method: 'DELETE', path: '/drop/x?made-up' },
    { method: 'PUT', path: '/drop?policy', body: '{}' },
    { method: 'PUT', path: '/drop?notification', body: '<X/>' },
    { method: 'PUT', path: '/drop?tagging', body: '<X/>' },
    { method: 'DELETE', path: '/drop?lifecycle' },
    { path: '/drop?cors' },
    { method: 'POST', path: '/drop', body: 'form' },
    { method: 'PATCH', path: '/drop/x', body: 'y' },
    {
      method: 'PUT',
      path: '/drop/x',
      body: 'y',
      headers: { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' },
    },
    { method: 'PUT', path: '/drop/x', body: 'y', headers: { 'x-amz-write-offset-bytes': '4' } },
  ]
  for (const raw of raws) {
    const answer = await sendRaw(s3, signed(s3, raw))
    expect([raw.path, answer.status, errorCode(answer)]).toEqual([raw.path, 501, 'NotImplemented'])
  }
  const got = await client.send(new GetObjectCommand({ Bucket: 'drop', Key: 'x' }))
  expect(await got.Body!.transformToString()).toBe('kept')
})

test('does not normalise the request target', async () => {
  const { s3 } = await openS3()
  const targets = ['/drop/%', '/drop/%zz', '/drop/%c3%28', '*']
  for (const path of targets) {
    const answer = await sendRaw(s3, { path, method: path === '*' ? 'OPTIONS' : 'GET' })
    expect([path, answer.status, errorCode(answer)]).toEqual([path, 400, 'InvalidURI'])
  }
})
