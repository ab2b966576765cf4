import { env, optionalEnv } from '../../../../env.ts'
import type { UrlSigner } from '../../ports/file-store.ts'
import { type SignedOperation, signS3Url } from './sign-s3-url.ts'

/**
 * Signs one operation with the credentials that Lambda puts in the function's environment. The endpoint is that of the
 * SDKs (AWS SDKs and Tools Reference Guide, "Service-specific endpoints").
 */
export function signForBucket(bucket: string, operation: SignedOperation): string {
  return signS3Url(
    {
      bucket,
      region: env('AWS_REGION'),
      endpoint: optionalEnv('AWS_ENDPOINT_URL_S3') ?? optionalEnv('AWS_ENDPOINT_URL'),
      accessKeyId: env('AWS_ACCESS_KEY_ID'),
      secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
      sessionToken: optionalEnv('AWS_SESSION_TOKEN'),
    },
    operation,
    Date.now(),
  )
}

/** Presigned URLs for an S3 bucket. */
export function s3UrlSigner(bucket: string): UrlSigner {
  const sign = async (operation: SignedOperation): Promise<string> =>
    signForBucket(bucket, operation)
  return {
    download: (key, seconds) => sign({ method: 'GET', key, seconds }),

    look: (key, seconds) => sign({ method: 'HEAD', key, seconds }),

    upload: (key, headers, seconds) => sign({ method: 'PUT', key, seconds, headers }),

    remove: (key, seconds) => sign({ method: 'DELETE', key, seconds }),
  }
}
