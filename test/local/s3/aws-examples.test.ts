import { GetObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openAccess } from '../../../local/iam/access.ts'
import { clientFor, openS3 } from './open-s3.ts'
import { errorCode, sendRaw } from './send-raw.ts'

// The worked examples of the Amazon S3 API Reference, "Authenticating Requests": their dates, keys
// and signatures are Amazon's own.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const SCOPE = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'

async function open2013() {
  let now = Date.parse('2013-05-24T00:00:00Z')
  const opened = await openS3({
    region: 'us-east-1',
    access: openAccess('000000000000', credentials),
    clock: () => now,
  })
  await opened.s3.createBucket('examplebucket')
  return { ...opened, today: () => (now = Date.now()) }
}

const CHUNKED = {
  host: 's3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'content-encoding': 'aws-chunked',
  'x-amz-decoded-content-length': '66560',
  'content-length': '66824',
  authorization:
    `AWS4-HMAC-SHA256 Credential=${SCOPE},` +
    'SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;' +
    'x-amz-decoded-content-length;x-amz-storage-class,' +
    'Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
}

function chunks(signatures: [string, string, string]) {
  return [
    `10000;chunk-signature=${signatures[0]}\r\n${'a'.repeat(65536)}\r\n`,
    `400;chunk-signature=${signatures[1]}\r\n${'a'.repeat(1024)}\r\n`,
    `0;chunk-signature=${signatures[2]}\r\n`,
  ]
}

const CHUNK_SIGNATURES: [string, string, string] = [
  'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
]

test('accepts the signed chunks of the example, but not with one byte changed', async () => {
  const { s3, today } = await open2013()
  const path = '/examplebucket/chunkObject.txt'
  const body = `${chunks(CHUNK_SIGNATURES).join('')}\r\n`
  const bad = await sendRaw(s3, {
    method: 'PUT',
    path,
    headers: CHUNKED,
    body: body.replace('aaaa\r\n0;', 'aaab\r\n0;'),
  })
  expect([bad.status, errorCode(bad)]).toEqual([403, 'SignatureDoesNotMatch'])
  const good = await sendRaw(s3, { method: 'PUT', path, headers: CHUNKED, body })
  expect(good.status).toBe(200)
  today()
  const client = clientFor(s3, credentials)
  client.config.region = async () => 'us-east-1'
  const got = await client.send(
    new GetObjectCommand({ Bucket: 'examplebucket', Key: 'chunkObject.txt' }),
  )
  expect(await got.Body!.transformToString()).toBe('a'.repeat(66560))
  expect(got.ContentEncoding).toBeUndefined()
  expect(got.StorageClass).toBe('REDUCED_REDUNDANCY')
})

test('accepts the signed trailer of the example, but not with another checksum', async () => {
  const { s3 } = await open2013()
  const { 'content-length': _, ...rest } = CHUNKED
  const headers = {
    ...rest,
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    'x-amz-trailer': 'x-amz-checksum-crc32c',
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},` +
      'SignedHeaders=content-encoding;host;x-amz-content-sha256;x-amz-date;' +
      'x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer,' +
      'Signature=106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
  }
  const framed = chunks([
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ]).join('')
  const trailer = (checksum: string) =>
    `x-amz-checksum-crc32c:${checksum}\r\nx-amz-trailer-signature:` +
    'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n'
  const put = (checksum: string) =>
    sendRaw(s3, {
      method: 'PUT',
      path: '/examplebucket/chunkObject.txt',
      headers,
      body: framed + trailer(checksum),
    })
  expect(errorCode(await put('sOO8/A=='))).toBe('SignatureDoesNotMatch')
  const good = await put('sOO8/Q==')
  expect([good.status, good.headers['x-amz-checksum-crc32c']]).toEqual([200, 'sOO8/Q=='])
})

test('accepts the signatures of the example GET, by header and by URL', async () => {
  const { s3 } = await open2013()
  const host = 'examplebucket.s3.amazonaws.com'
  const byHeader = await sendRaw(s3, {
    path: '/test.txt',
    headers: {
      host,
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,` +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  })
  const byUrl = await sendRaw(s3, {
    path:
      `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${SCOPE.replaceAll('/', '%2F')}` +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    headers: { host },
  })
  // The example names its bucket in the host. In path style its path is a bucket of that name, which is looked up
  // only after the signature was verified.
  expect([errorCode(byHeader), errorCode(byUrl)]).toEqual(['NoSuchBucket', 'NoSuchBucket'])
})
