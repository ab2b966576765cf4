import { createHash } from 'node:crypto'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketNotificationConfigurationCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openS3, refusal } from './open-s3.ts'
import { errorCode, sendRaw, signed } from './send-raw.ts'

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

test('whatever is asked of a bucket that is not there, it says so', async () => {
  const { s3 } = await openS3()
  const md5 = (body: string) => createHash('md5').update(body).digest('base64')
  const ask = (line: string, body = '', more: Record<string, string> = {}) => {
    const [method, path] = line.split(' ') as [string, string]
    const headers = body ? { 'content-md5': md5(body), ...more } : more
    return sendRaw(s3, signed(s3, { method, path, body, headers }))
  }
  const answers = [
    ...['location', 'notification', 'versioning', 'versions', 'uploads', 'list-type=2', ''].map(
      (query) => ask(`GET /nosuch?${query}`),
    ),
    ask('DELETE /nosuch'),
    ask('POST /nosuch?delete', '<Delete><Object><Key>x</Key></Object></Delete>'),
    ask(
      'PUT /nosuch?versioning',
      '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    ),
    ask('POST /nosuch/x?uploads'),
    ask('PUT /nosuch/x', 'body'),
    ask('PUT /nosuch/x', '', { 'x-amz-copy-source': '/nosuch/y' }),
    ask('GET /nosuch/x'),
    ask('GET /nosuch/x?tagging'),
  ]
  for (const [nth, answer] of (await Promise.all(answers)).entries()) {
    expect([nth, answer.status, errorCode(answer)]).toEqual([nth, 404, 'NoSuchBucket'])
  }
  expect((await ask('HEAD /nosuch')).status).toBe(404)
})

test('a quiet deletion tells only what failed, however its document is indented', async () => {
  const { s3 } = await openS3()
  await s3.createBucket('drop')
  const ask = async (quiet: string) => {
    const body = `<Delete>\n  <Object><Key>x</Key></Object>${quiet}\n</Delete>`
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const request = { method: 'POST', path: '/drop?delete', body, headers }
    return (await sendRaw(s3, signed(s3, request))).body.includes('<Deleted>')
  }
  expect(await ask('')).toBe(true)
  expect(await ask('<Quiet>false</Quiet>')).toBe(true)
  expect(await ask('<Quiet>true</Quiet>')).toBe(false)
  expect(await ask('<Quiet>\n    true\n  </Quiet>')).toBe(false)
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

/** API Reference, each operation, "Response Syntax". */
test('what succeeds has the status of its operation', async () => {
  const { s3 } = await openS3()
  const ask = (line: string, body = '', more: Record<string, string> = {}) => {
    const [method, path] = line.split(' ') as [string, string]
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64'), ...more }
    return sendRaw(s3, signed(s3, { method, path, body, headers }))
  }
  const tags = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
  const versioning = '<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>'
  const begun = async (): Promise<string> => {
    const { body } = await ask('POST /drop/parts?uploads')
    return /<UploadId>([^<]+)/.exec(body)?.[1] ?? ''
  }
  const steps: [line: string, status: number, body?: string, more?: Record<string, string>][] = [
    ['PUT /drop', 200],
    ['HEAD /drop', 200],
    ['PUT /drop?versioning', 200, versioning],
    ['PUT /drop/x', 200, 'body'],
    ['GET /drop/x', 200],
    ['GET /drop/x', 206, '', { range: 'bytes=1-2' }],
    ['PUT /drop/x?tagging', 200, tags],
    ['GET /drop/x?tagging', 200],
    ['DELETE /drop/x?tagging', 204],
    ['DELETE /drop/x', 204],
    ['PUT /gone', 200],
    ['DELETE /gone', 204],
  ]
  for (const [line, status, body, more] of steps) {
    expect([line, (await ask(line, body, more)).status]).toEqual([line, status])
  }
  const upload = await begun()
  const part = `/drop/parts?partNumber=1&uploadId=${upload}`
  expect((await ask(`PUT ${part}`, 'body')).status).toBe(200)
  expect((await ask(`DELETE /drop/parts?uploadId=${upload}`)).status).toBe(204)
  expect((await ask('GET /drop?versions')).body).toContain('<DeleteMarker>')
})
