import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openS3 } from './open-s3.ts'
import { errorCode, type Raw, sendRaw, signed } from './send-raw.ts'

/** Pages of AWS that a row is from. `null`: no page says, and the row is what costs nobody a file. */
const API = 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_'
const GUIDE = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/'
const RFC = 'https://www.rfc-editor.org/rfc/rfc9110.html'

const DIGITS = '0123456789'
const ETAG = `"${createHash('md5').update(DIGITS).digest('hex')}"`
const HOUR = 3_600_000
const EARLIER = new Date(Date.now() - HOUR).toUTCString()
const LATER = new Date(Date.now() + HOUR).toUTCString()

/** `x` holds the digits before each row; `left` is what it holds afterwards, by default the same. */
type Row = {
  page: string | null
  ask: Raw
  status: number
  says?: string
  left?: string | null
}

const from = (headers: Record<string, string>): Raw => ({ path: '/drop/x', headers })
const put = (headers: Record<string, string>, path = '/drop/x'): Raw => ({
  method: 'PUT',
  path,
  headers,
  body: 'new',
})
const remove = (headers: Record<string, string>, path = '/drop/x'): Raw => ({
  method: 'DELETE',
  path,
  headers,
})
const copy = (headers: Record<string, string>, path = '/drop/copy'): Raw => ({
  method: 'PUT',
  path,
  headers: { 'x-amz-copy-source': 'drop/x', ...headers },
})
const source = (name: string) => `x-amz-copy-source-${name}`

const range = (value: string, status: number, says: string, page: string | null): Row => ({
  page,
  ask: from({ range: value }),
  status,
  says,
})

const ROWS: readonly Row[] = [
  range('bytes=2-4', 206, '234', `${API}GetObject.html`),
  range('bytes=7-', 206, '789', `${RFC}#section-14.1.2`),
  range('bytes=-3', 206, '789', `${RFC}#section-14.1.2`),
  range('bytes=-99', 206, DIGITS, `${RFC}#section-14.1.2`),
  range('Bytes=2-4', 206, '234', `${RFC}#section-14.1`),
  range('bytes=6-9223372036854775806', 206, '6789', `${RFC}#section-14.1.2`),
  range('bytes=6-18446744073709551616', 206, '6789', `${RFC}#section-14.1.2`),
  range(`bytes=6-${'9'.repeat(400)}`, 206, '6789', `${RFC}#section-14.1.2`),
  range('bytes=-9223372036854775807', 206, DIGITS, `${RFC}#section-14.1.2`),
  range('bytes=9223372036854775806-', 416, 'InvalidRange', `${RFC}#section-15.5.17`),
  range('bytes=10-', 416, 'InvalidRange', `${RFC}#section-15.5.17`),
  range('bytes=-0', 416, 'InvalidRange', `${RFC}#section-14.1.2`),
  range('bytes=4-2', 200, DIGITS, `${RFC}#section-14.2`),
  // The page says that several ranges are not supported, and not what they are answered with.
  range('bytes=0-1,3-4', 200, DIGITS, null),

  { page: `${API}GetObject.html`, ask: from({ 'if-match': ETAG }), status: 200, says: DIGITS },
  { page: `${API}GetObject.html`, ask: from({ 'if-match': '"other"' }), status: 412 },
  { page: `${API}GetObject.html`, ask: from({ 'if-none-match': ETAG }), status: 304 },
  { page: `${API}GetObject.html`, ask: from({ 'if-none-match': '"other"' }), status: 200 },
  { page: `${API}GetObject.html`, ask: from({ 'if-modified-since': EARLIER }), status: 200 },
  { page: `${API}GetObject.html`, ask: from({ 'if-modified-since': LATER }), status: 304 },
  { page: `${API}GetObject.html`, ask: from({ 'if-unmodified-since': EARLIER }), status: 412 },
  { page: `${API}GetObject.html`, ask: from({ 'if-unmodified-since': LATER }), status: 200 },
  {
    page: `${API}GetObject.html`,
    ask: from({ 'if-match': ETAG, 'if-unmodified-since': EARLIER }),
    status: 200,
  },
  {
    page: `${API}GetObject.html`,
    ask: from({ 'if-none-match': ETAG, 'if-modified-since': EARLIER }),
    status: 304,
  },
  {
    page: `${API}HeadObject.html`,
    ask: { ...from({ 'if-match': ETAG, 'if-unmodified-since': EARLIER }), method: 'HEAD' },
    status: 200,
  },

  {
    page: `${API}PutObject.html`,
    ask: put({ 'if-none-match': '*' }),
    status: 412,
    says: 'PreconditionFailed',
  },
  { page: `${API}PutObject.html`, ask: put({ 'if-none-match': '*' }, '/drop/y'), status: 200 },
  { page: `${API}PutObject.html`, ask: put({ 'if-match': '"other"' }), status: 412 },
  { page: `${API}PutObject.html`, ask: put({ 'if-match': ETAG }), status: 200, left: 'new' },
  {
    page: `${GUIDE}conditional-writes.html`,
    ask: put({ 'if-match': ETAG }, '/drop/missing'),
    status: 404,
    says: 'NoSuchKey',
  },
  {
    page: `${API}PutObject.html`,
    ask: put({ 'x-amz-write-offset-bytes': '10' }),
    status: 501,
  },
  { page: `${API}PutObject.html`, ask: put({ 'if-none-match': '"other"' }), status: 501 },
  { page: null, ask: put({ 'if-unmodified-since': EARLIER }), status: 501 },
  { page: null, ask: put({ 'if-modified-since': LATER }), status: 501 },
  { page: `${RFC}#section-14.5`, ask: put({ 'content-range': 'bytes 0-2/10' }), status: 501 },
  { page: null, ask: put({ [source('if-match')]: '"other"' }), status: 501 },

  { page: `${API}CopyObject.html`, ask: copy({ [source('if-match')]: ETAG }), status: 200 },
  { page: `${API}CopyObject.html`, ask: copy({ [source('if-match')]: '"other"' }), status: 412 },
  { page: `${API}CopyObject.html`, ask: copy({ [source('if-none-match')]: ETAG }), status: 412 },
  {
    page: `${API}CopyObject.html`,
    ask: copy({ [source('if-modified-since')]: LATER }),
    status: 412,
  },
  {
    page: `${API}CopyObject.html`,
    ask: copy({ [source('if-unmodified-since')]: EARLIER }),
    status: 412,
  },
  {
    page: `${API}CopyObject.html`,
    ask: copy({ [source('if-match')]: ETAG, [source('if-unmodified-since')]: EARLIER }),
    status: 200,
  },
  {
    page: `${API}CopyObject.html`,
    ask: copy({ [source('if-none-match')]: ETAG, [source('if-modified-since')]: EARLIER }),
    status: 412,
  },
  { page: `${API}CopyObject.html`, ask: copy({}, '/drop/x'), status: 400, says: 'InvalidRequest' },
  { page: `${API}CopyObject.html`, ask: copy({ 'if-none-match': '*' }, '/drop/x'), status: 400 },
  { page: `${API}CopyObject.html`, ask: copy({ 'if-match': '"other"' }), status: 412 },
  { page: null, ask: copy({ [source('range')]: 'bytes=0-1' }), status: 501 },

  { page: `${API}DeleteObject.html`, ask: remove({ 'if-match': '"other"' }), status: 412 },
  { page: `${API}DeleteObject.html`, ask: remove({ 'if-match': ETAG }), status: 204, left: null },
  { page: `${API}DeleteObject.html`, ask: remove({ 'if-match': '*' }), status: 204, left: null },
  { page: null, ask: remove({ 'if-match': ETAG }, '/drop/missing'), status: 404 },
  { page: `${API}DeleteObject.html`, ask: remove({}, '/drop/missing'), status: 204 },
  {
    page: `${API}DeleteObject.html`,
    ask: remove({ 'x-amz-if-match-size': '99' }),
    status: 501,
    says: 'NotImplemented',
  },
  { page: `${API}DeleteObject.html`, ask: remove({ 'x-amz-if-match-size': '10' }), status: 501 },
  {
    page: `${API}DeleteObject.html`,
    ask: remove({ 'x-amz-if-match-last-modified-time': LATER }),
    status: 501,
  },
  { page: null, ask: remove({ 'if-unmodified-since': EARLIER }), status: 501 },
  { page: null, ask: remove({ 'if-none-match': ETAG }), status: 501 },
  deletion('<ETag>&quot;other&quot;</ETag>', 'PreconditionFailed', 'ObjectIdentifier'),
  deletion('<Size>99</Size>', 'NotImplemented', 'ObjectIdentifier'),
  deletion(`<LastModifiedTime>${LATER}</LastModifiedTime>`, 'NotImplemented', 'ObjectIdentifier'),

  {
    page: `${API}CompleteMultipartUpload.html`,
    ask: { method: 'POST', path: '/drop/x?uploadId=none', body: '<CompleteMultipartUpload/>' },
    status: 404,
    says: 'NoSuchUpload',
  },
]

function deletion(condition: string, says: string, page: string): Row {
  const body = `<Delete><Object><Key>x</Key>${condition}</Object></Delete>`
  const md5 = createHash('md5').update(body).digest('base64')
  const ask = { method: 'POST', path: '/drop?delete=', headers: { 'content-md5': md5 }, body }
  return { page: `${API}${page}.html`, ask, status: 200, says }
}

test('conditions, ranges, copies and deletes are those of the reference', async () => {
  const { s3 } = await openS3()
  await s3.createBucket('drop')
  const send = (raw: Raw) => sendRaw(s3, signed(s3, raw))
  for (const { page, ask, status, says, left = DIGITS } of ROWS) {
    await send({ method: 'PUT', path: '/drop/x', body: DIGITS })
    const answer = await send(ask)
    const after = await send({ path: '/drop/x' })
    const what = [page, ask.method, ask.path, JSON.stringify(ask.headers)]
    expect([...what, answer.status]).toEqual([...what, status])
    if (says !== undefined) {
      expect([...what, errorCode(answer) ?? answer.body]).toEqual([...what, says])
    }
    expect([...what, after.status === 404 ? null : after.body]).toEqual([...what, left])
  }
})

test('a refused request writes nothing, whatever its signature or body is', async () => {
  const { s3 } = await openS3()
  await s3.createBucket('drop')
  const refused = async (raw: Raw) => {
    const answer = await sendRaw(s3, raw)
    return [answer.status, errorCode(answer)]
  }
  const raw = { method: 'PUT', path: '/drop/x', body: 'new' }
  // API Reference, "Authenticating Requests (AWS Signature Version 4)".
  expect(await refused(raw)).toEqual([403, 'AccessDenied'])
  const unsigned = { ...raw, headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }
  expect(await refused(unsigned)).toEqual([403, 'AccessDenied'])
  const wrong = signed(s3, raw, createHash('sha256').update('other').digest('hex'))
  expect(await refused(wrong)).toEqual([400, 'XAmzContentSHA256Mismatch'])
  expect((await sendRaw(s3, signed(s3, { path: '/drop/x' }))).status).toBe(404)
  const open = await sendRaw(s3, signed(s3, raw, 'UNSIGNED-PAYLOAD'))
  expect(open.status).toBe(200)
  expect((await sendRaw(s3, signed(s3, { path: '/drop/x' }))).body).toBe('new')
})

test('Signature Version 2, which boto3 presigns with, is told the way out', async () => {
  const { s3 } = await openS3()
  await s3.createBucket('drop')
  const presigned = '/drop/x?AWSAccessKeyId=key&Signature=abc%3D&Expires=1900000000'
  const raws: Raw[] = [{ path: presigned }, from({ authorization: 'AWS key:abc=' })]
  for (const raw of raws) {
    const answer = await sendRaw(s3, raw)
    expect([answer.status, errorCode(answer)]).toEqual([400, 'InvalidRequest'])
    expect(answer.body).toContain('Please use AWS4-HMAC-SHA256')
    expect(answer.body).toContain("signature_version='s3v4'")
  }
})
