import { createHash, createHmac } from 'node:crypto'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { CREDENTIALS, REGION } from './credentials.ts'
import { clientFor, openS3, refusal } from './open-s3.ts'

const where = { Bucket: 'drop', Key: 'in/photo 1+2.jpg' }

/** A client whose presigned PUTs have no checksum: at signing time there is no body to compute one from. */
async function opened() {
  let skew = 0
  const { s3, client } = await openS3({ clock: () => Date.now() + skew })
  await s3.createBucket('drop')
  client.config.requestChecksumCalculation = async () => 'WHEN_REQUIRED'
  const later = (seconds: number) => {
    skew = seconds * 1000
  }
  return { s3, client, later }
}

async function answer(response: Promise<Response>) {
  const { status, text } = await response.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }))
  return { status, text, code: /<Code>(\w+)</.exec(text)?.[1] }
}

test('a presigned URL works for PUT and GET until it expires', async () => {
  const { client, later } = await opened()
  const put = await getSignedUrl(client, new PutObjectCommand(where), { expiresIn: 60 })
  expect((await fetch(put, { method: 'PUT', body: 'picture' })).status).toBe(200)
  const get = await getSignedUrl(client, new GetObjectCommand(where), { expiresIn: 60 })
  expect(await answer(fetch(get))).toMatchObject({ status: 200, text: 'picture' })
  later(55)
  expect((await fetch(get)).status).toBe(200)
  later(62)
  expect(await answer(fetch(get))).toMatchObject({
    status: 403,
    code: 'AccessDenied',
    text: expect.stringContaining('<Message>Request has expired</Message>'),
  })
})

test('a presigned URL is valid for its own request and nothing else', async () => {
  const { client } = await opened()
  await client.send(new PutObjectCommand({ ...where, Body: 'picture' }))
  const get = await getSignedUrl(client, new GetObjectCommand(where), { expiresIn: 60 })
  const changed = {
    key: get.replace('photo', 'phot0'),
    expiry: get.replace('X-Amz-Expires=60', 'X-Amz-Expires=61'),
    addition: `${get}&versionId=null`,
    signature: get.replace(/(?<=X-Amz-Signature=)./, (digit) => (digit === '0' ? '1' : '0')),
  }
  for (const url of Object.values(changed)) {
    expect(await answer(fetch(url))).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' })
  }
  const put = fetch(get, { method: 'PUT', body: 'other' })
  expect(await answer(put)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' })
  const added = fetch(get, { headers: { 'x-amz-checksum-mode': 'ENABLED' } })
  expect(await answer(added)).toMatchObject({ status: 403, code: 'AccessDenied' })
  expect(await answer(fetch(get))).toMatchObject({ status: 200, text: 'picture' })
})

test('a presigned URL can fix type, length and metadata of the upload', async () => {
  const { client } = await opened()
  const put = await getSignedUrl(
    client,
    new PutObjectCommand({ ...where, ContentType: 'image/jpeg', Metadata: { owner: 'me' } }),
    { signableHeaders: new Set(['host', 'content-type']) },
  )
  const wrong = fetch(put, { method: 'PUT', body: 'x', headers: { 'content-type': 'text/html' } })
  expect(await answer(wrong)).toMatchObject({ code: 'SignatureDoesNotMatch' })
  const right = await fetch(put, {
    method: 'PUT',
    body: 'x',
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(right.status).toBe(200)
  const head = await client.send(new HeadObjectCommand(where))
  expect(head).toMatchObject({ ContentType: 'image/jpeg', Metadata: { owner: 'me' } })
})

test('verifies the checksum of an empty body that an SDK signs by default', async () => {
  const { s3 } = await opened()
  const put = await getSignedUrl(clientFor(s3), new PutObjectCommand(where))
  expect(put).toContain('x-amz-checksum-crc32=AAAAAA')
  expect(await answer(fetch(put, { method: 'PUT', body: 'x' }))).toMatchObject({
    status: 400,
    code: 'BadDigest',
  })
  expect(await refusal(clientFor(s3).send(new HeadObjectCommand(where)))).toMatchObject({
    status: 404,
  })
})

test('a presigned URL can set the headers of the answer', async () => {
  const { client } = await opened()
  await client.send(new PutObjectCommand({ ...where, Body: 'picture' }))
  const url = await getSignedUrl(
    client,
    new GetObjectCommand({
      ...where,
      ResponseContentDisposition: 'attachment; filename="a.jpg"',
      ResponseContentType: 'image/jpeg',
    }),
  )
  const { headers } = await fetch(url)
  expect(headers.get('content-disposition')).toBe('attachment; filename="a.jpg"')
  expect(headers.get('content-type')).toBe('image/jpeg')
})

test('refuses a setting in the URL that could not be a header', async () => {
  const { client } = await opened()
  const put = new PutObjectCommand(where)
  put.middlewareStack.add(
    (next) => (input) => {
      ;(input.request as { query: object }).query = { 'x-amz-meta-note': 'two\r\nlines' }
      return next(input)
    },
    { step: 'build' },
  )
  const url = await getSignedUrl(client, put)
  expect(await answer(fetch(url, { method: 'PUT', body: 'x' }))).toMatchObject({
    status: 400,
    code: 'InvalidArgument',
  })
  const versioned = await getSignedUrl(client, new GetObjectCommand({ ...where, VersionId: 'é\n' }))
  expect(await answer(fetch(versioned))).toMatchObject({ status: 404, code: 'NoSuchVersion' })
})

describe('pages', () => {
  const RULE = {
    AllowedOrigins: ['https://studio.example', 'https://*.studio.example'],
    AllowedMethods: ['PUT', 'GET'],
    AllowedHeaders: ['*'],
    ExposedHeaders: ['ETag'],
    MaxAge: 600,
  }
  const asked = (origin: string, method = 'PUT') => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    },
  })

  test.each(['https://studio.example', 'https://a.studio.example'])(
    'of %s, which the bucket’s rule names, may use presigned URLs',
    async (origin) => {
      const { s3, client } = await opened()
      await s3.createBucket(where.Bucket, { cors: [RULE] })
      const put = await getSignedUrl(client, new PutObjectCommand(where))
      const preflight = await fetch(put, asked(origin))
      expect(preflight.status).toBe(200)
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT, GET')
      expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
      expect(preflight.headers.get('access-control-max-age')).toBe('600')
      const done = await fetch(put, { method: 'PUT', body: 'x', headers: { origin } })
      expect(done.status).toBe(200)
      expect(done.headers.get('access-control-allow-origin')).toBe(origin)
      expect(done.headers.get('access-control-expose-headers')).toBe('ETag')
    },
  )

  test.each([
    ['another origin', 'https://evil.example', 'PUT'],
    ['an origin that only ends alike', 'https://notstudio.example', 'PUT'],
    ['another method', 'https://studio.example', 'DELETE'],
  ])('%s is not let in', async (_, origin, method) => {
    const { s3, client } = await opened()
    await s3.createBucket(where.Bucket, { cors: [RULE] })
    const put = await getSignedUrl(client, new PutObjectCommand(where))
    const preflight = await fetch(put, asked(origin, method))
    expect(preflight.status).toBe(403)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a bucket without rules lets no page in', async () => {
    const { client } = await opened()
    const put = await getSignedUrl(client, new PutObjectCommand(where))
    const origin = 'https://studio.example'
    expect((await fetch(put, asked(origin))).status).toBe(403)
    const done = await fetch(put, { method: 'PUT', body: 'x', headers: { origin } })
    expect(done.headers.get('access-control-allow-origin')).toBeNull()
  })
})

/** A URL to PUT what has a hash, which is signed in the URL or as a header; it is what no client of the SDK makes. */
function urlFor(s3: { port: number }, hash: string, at: 'URL' | 'header'): string {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${stamp.slice(0, 8)}/${REGION}/s3/aws4_request`
  const names = at === 'header' ? 'host;x-amz-content-sha256' : 'host'
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    ...(at === 'URL' && { 'X-Amz-Content-Sha256': hash }),
    'X-Amz-Credential': `${CREDENTIALS.accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': names,
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const headers = [
    `host:127.0.0.1:${s3.port}`,
    ...(at === 'header' ? [`x-amz-content-sha256:${hash}`] : []),
  ]
  const canonical = ['PUT', '/drop/x', query, ...headers, '', names, hash].join('\n')
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`)
  const digest = createHash('sha256').update(canonical).digest('hex')
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${digest}`).toString('hex')
  return `http://127.0.0.1:${s3.port}/drop/x?${query}&X-Amz-Signature=${signature}`
}

/** API Reference, "Authenticating Requests: Using Query Parameters". */
test.each(['URL', 'header'] as const)(
  'a URL that is signed for a hash in its %s takes these bytes and no others',
  async (at) => {
    const { s3 } = await opened()
    const hash = createHash('sha256').update('picture').digest('hex')
    const put = (body: string, sent = hash) =>
      answer(
        fetch(urlFor(s3, hash, at), {
          method: 'PUT',
          body,
          headers: at === 'header' ? { 'x-amz-content-sha256': sent } : {},
        }),
      )
    expect(await put('another')).toMatchObject({ status: 400, code: 'XAmzContentSHA256Mismatch' })
    expect(await put('picture')).toMatchObject({ status: 200 })
    if (at === 'header') {
      const other = createHash('sha256').update('another').digest('hex')
      expect(await put('another', other)).toMatchObject({ code: 'SignatureDoesNotMatch' })
    }
  },
)
