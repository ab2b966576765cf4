import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { parsePresignedUrl } from '../../functions/parse-presigned-url.ts'

const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const object = { Bucket: 'bucket', Key: 'drop/a b/ü+.jpg', VersionId: 'v.1' }

function signed(expiresIn: number, after = 0, id = 'AKIA') {
  const credentials = { accessKeyId: id, secretAccessKey: 'secret', sessionToken: `token/+${id}` }
  const s3 = new S3Client({ region: 'eu-west-1', credentials })
  const signingDate = new Date(AT + after * 1000)
  return getSignedUrl(s3, new GetObjectCommand(object), { expiresIn, signingDate })
}

test('an object signed anew, later and by other credentials, is the same without its signature', async () => {
  const [first, later] = [await signed(7200), await signed(60, 1800, 'ASIA')]
  expect(parsePresignedUrl(first)).toEqual({
    unsigned: `https://bucket.s3.eu-west-1.amazonaws.com/drop/a%20b/%C3%BC%2B.jpg?X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&versionId=v.1&x-amz-checksum-mode=ENABLED&x-id=GetObject`,
    end: AT / 1000 + 7200,
  })
  expect(parsePresignedUrl(later)).toMatchObject({
    unsigned: parsePresignedUrl(first)?.unsigned,
    end: AT / 1000 + 1860,
  })
})

test('so is one signed by Signature Version 2', () => {
  const url = 'https://b.s3.amazonaws.com/a.jpg?versionId=v'
  const of = (end: number) => `${url}&AWSAccessKeyId=AKIA&Signature=a%2Bb%3D&Expires=${end}#part`
  expect(parsePresignedUrl(of(1_900_000_000))).toEqual({
    unsigned: `${url}#part`,
    end: 1_900_000_000,
  })
})

test.each([
  'https://example.com/a.jpg',
  'https://example.com/a.jpg?Expires=1900000000&v=2',
  'https://example.com/a.jpg?Signature=mine&Expires=soon&AWSAccessKeyId=k',
  'https://example.com/a.jpg?X-Amz-Signature=1&X-Amz-Date=today&X-Amz-Expires=60',
  'https://example.com/a.jpg?X-Amz-Date=20260102T030405Z&X-Amz-Expires=60',
  'ftp://example.com/a?X-Amz-Signature=1&X-Amz-Date=20260102T030405Z&X-Amz-Expires=60',
  'X-Amz-Signature=1&X-Amz-Date=20260102T030405Z&X-Amz-Expires=60',
  '',
])('%j is none', (text) => {
  expect(parsePresignedUrl(text)).toBeUndefined()
})
