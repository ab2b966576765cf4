import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { CREDENTIALS, REGION } from './credentials.ts'
import { clientFor, openS3, refusal } from './open-s3.ts'
import { errorCode, type Raw, sendRaw, signed } from './send-raw.ts'

function list(client: S3Client) {
  return refusal(client.send(new ListBucketsCommand({})))
}

test('refuses an unknown key, a wrong secret and another region', async () => {
  const { s3 } = await openS3()
  const { accessKeyId, secretAccessKey } = CREDENTIALS
  expect(await list(clientFor(s3, { accessKeyId: 'OTHER', secretAccessKey }))).toEqual({
    name: 'InvalidAccessKeyId',
    status: 403,
  })
  expect(await list(clientFor(s3, { accessKeyId, secretAccessKey: 'wrong' }))).toEqual({
    name: 'SignatureDoesNotMatch',
    status: 403,
  })
  const elsewhere = new S3Client({
    endpoint: s3.url,
    region: 'us-west-2',
    credentials: CREDENTIALS,
    followRegionRedirects: false,
    maxAttempts: 1,
  })
  expect(await list(elsewhere)).toEqual({ name: 'AuthorizationHeaderMalformed', status: 400 })
  expect(REGION).not.toBe('us-west-2')
})

test('refuses a request whose clock is more than 15 minutes off', async () => {
  const { s3 } = await openS3()
  const at = async (minutes: number) =>
    sendRaw(s3, signed(s3, { path: '/' }, undefined, Date.now() + minutes * 60_000))
  expect((await at(-14)).status).toBe(200)
  expect((await at(14)).status).toBe(200)
  expect(errorCode(await at(-16))).toBe('RequestTimeTooSkewed')
  expect(errorCode(await at(16))).toBe('RequestTimeTooSkewed')
})

function changed(raw: Raw, headers: Record<string, string>): Raw {
  return {
    ...raw,
    headers: { ...raw.headers, ...headers },
  }
}

test('refuses headers that the signature does not cover', async () => {
  const { s3 } = await openS3()
  await s3.createBucket('drop')
  const put = signed(s3, { method: 'PUT', path: '/drop/x', body: 'abc' })
  const codes = async (raws: Raw[]) => {
    const answers = await Promise.all(raws.map((raw) => sendRaw(s3, raw)))
    return answers.map((answer) => [answer.status, errorCode(answer)])
  }
  expect(
    await codes([
      { method: 'PUT', path: '/drop/x', body: 'abc' },
      { ...put, path: '/drop/y' },
      { ...put, method: 'POST' },
      { ...put, body: 'abd' },
      changed(put, { 'x-amz-meta-added': '1' }),
      changed(put, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }),
      changed(put, { host: 'elsewhere' }),
      changed(put, { authorization: 'AWS AKIDLOCAL:c2lnbmF0dXJl' }),
      changed(put, { authorization: `${put.headers!['authorization']}00` }),
    ]),
  ).toEqual([
    [403, 'AccessDenied'],
    [403, 'SignatureDoesNotMatch'],
    [403, 'SignatureDoesNotMatch'],
    [400, 'XAmzContentSHA256Mismatch'],
    [403, 'AccessDenied'],
    [403, 'SignatureDoesNotMatch'],
    [403, 'SignatureDoesNotMatch'],
    [400, 'InvalidRequest'],
    [400, 'AuthorizationHeaderMalformed'],
  ])
  expect((await sendRaw(s3, signed(s3, { path: '/drop/x' }))).status).toBe(404)
  expect((await sendRaw(s3, put)).status).toBe(200)
})

test('every answer has a request id, also an error of HEAD, which has no body', async () => {
  const { s3 } = await openS3()
  const get = await sendRaw(s3, { path: '/drop/x' })
  expect(get.body).toContain(`<RequestId>${get.headers['x-amz-request-id']}</RequestId>`)
  expect(get.headers['content-type']).toBe('application/xml')
  const head = await sendRaw(s3, { method: 'HEAD', path: '/drop/x' })
  expect([head.status, head.body]).toEqual([403, ''])
  expect(head.headers['x-amz-request-id']).toMatch(/^[0-9A-F]{16}$/)
})
