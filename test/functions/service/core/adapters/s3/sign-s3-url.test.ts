import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import {
  type S3SigningContext,
  signS3Url,
} from '../../../../../../functions/service/core/adapters/s3/sign-s3-url.ts'
import { fc } from '../../../../../setup/random.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30, 5, 250)

const contexts = fc.record<S3SigningContext>({
  bucket: fc.stringMatching(/^[a-z][a-z0-9-]{3,20}[a-z]$/),
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'ap-southeast-2', 'cn-north-1'),
  endpoint: fc.constantFrom(undefined, 'http://127.0.0.1:4401'),
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
  secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
  sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9/+=]{20,60}$/), { nil: undefined }),
})
const keys = fc.stringMatching(/^(uploads|results)\/[A-Za-z0-9_.!'()* +%é-]{1,40}$/)

/** The URL that the SDK signs, without the parameter `x-id`, which only names the operation. */
async function bySdk(context: S3SigningContext, method: 'GET' | 'PUT' | 'DELETE', key: string) {
  const s3 = new S3Client({
    region: context.region,
    credentials: context.sessionToken
      ? { ...context, sessionToken: context.sessionToken }
      : { accessKeyId: context.accessKeyId, secretAccessKey: context.secretAccessKey },
    ...(context.endpoint && { endpoint: context.endpoint }),
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
  const target = { Bucket: context.bucket, Key: key }
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

test('a signed URL equals the one of the AWS SDK', async () => {
  await fc.assert(
    fc.asyncProperty(
      contexts,
      fc.constantFrom('GET' as const, 'PUT' as const, 'DELETE' as const),
      keys,
      async (context, method, key) => {
        const headers =
          method === 'PUT' ? { 'content-type': 'image/png', 'content-length': '77' } : {}
        const ours = new URL(signS3Url(context, { method, key, seconds: 3600, headers }, NOW))
        const theirs = await bySdk(context, method, key)
        expect(ours.origin + ours.pathname).toBe(theirs.origin + theirs.pathname)
        expect(Object.fromEntries(ours.searchParams)).toEqual(
          Object.fromEntries(theirs.searchParams),
        )
      },
    ),
    { numRuns: 60 },
  )
})
