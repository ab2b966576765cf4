import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type S3SigningContext,
  signS3Url,
} from '../../../../../functions/service/adapters/s3/sign-s3-url.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30, 5, 250)

const places = fc.record<S3SigningContext>({
  bucket: fc.stringMatching(/^[a-z][a-z0-9-]{3,20}[a-z]$/),
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'ap-southeast-2', 'cn-north-1'),
  endpoint: fc.constantFrom(undefined, 'http://127.0.0.1:4401'),
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
  secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
  sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9/+=]{20,60}$/), { nil: undefined }),
})
const keys = fc.stringMatching(/^(uploads|results)\/[A-Za-z0-9_.!'()* +%é-]{1,40}$/)

/** What the SDK makes of the same, without the parameter that only names the operation for its logs. */
async function bySdk(place: S3SigningContext, method: 'GET' | 'PUT' | 'DELETE', key: string) {
  const s3 = new S3Client({
    region: place.region,
    credentials: place.sessionToken
      ? { ...place, sessionToken: place.sessionToken }
      : { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    ...(place.endpoint && { endpoint: place.endpoint }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  s3.middlewareStack.add(
    (next) => (args) => {
      delete (args.request as { query: Record<string, unknown> }).query['x-id']
      return next(args)
    },
    { step: 'build' },
  )
  const target = { Bucket: place.bucket, Key: key }
  const command = {
    GET: () => new GetObjectCommand(target),
    DELETE: () => new DeleteObjectCommand(target),
    PUT: () => new PutObjectCommand({ ...target, ContentType: 'image/png', ContentLength: 77 }),
  }[method]()
  const url = await getSignedUrl(s3, command as GetObjectCommand, {
    expiresIn: 3600,
    signingDate: new Date(NOW),
    signableHeaders: new Set(['content-length', 'content-type', 'host']),
  })
  s3.destroy()
  return new URL(url)
}

test('is what the SDK signs', async () => {
  await fc.assert(
    fc.asyncProperty(
      places,
      fc.constantFrom('GET' as const, 'PUT' as const, 'DELETE' as const),
      keys,
      async (place, method, key) => {
        const headers =
          method === 'PUT' ? { 'content-type': 'image/png', 'content-length': '77' } : {}
        const ours = new URL(signS3Url(place, { method, key, seconds: 3600, headers }, NOW))
        const theirs = await bySdk(place, method, key)
        expect(ours.origin + ours.pathname).toBe(theirs.origin + theirs.pathname)
        expect(Object.fromEntries(ours.searchParams)).toEqual(
          Object.fromEntries(theirs.searchParams),
        )
      },
    ),
    { numRuns: 60 },
  )
})
