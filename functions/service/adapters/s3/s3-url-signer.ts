import { env, optionalEnv } from '../../../env.ts'
import type { UrlSigner } from '../../ports/file-store.ts'
import { type SignedOperation, signS3Url } from './sign-s3-url.ts'

/**
 * Presigned URLs for an S3 bucket, signed with the credentials that Lambda puts in the function's environment. The
 * endpoint is that of the SDKs (AWS SDKs and Tools Reference Guide, "Service-specific endpoints").
 */
export function s3UrlSigner(bucket: string): UrlSigner {
  const sign = async (operation: SignedOperation): Promise<string> =>
    signS3Url(
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
  return {
    download: (key, seconds) => sign({ method: 'GET', key, seconds }),

    upload: (key, { contentType, size }, seconds) =>
      sign({
        method: 'PUT',
        key,
        seconds,
        headers: { 'content-length': String(size), 'content-type': contentType },
      }),

    remove: (key, seconds) => sign({ method: 'DELETE', key, seconds }),
  }
}
