import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { UrlSigner } from './file-store.ts'

/** Presigned URLs for an S3 bucket. */
export const s3UrlSigner = (bucket: string): UrlSigner => {
  // The defaults would sign a checksum of an empty body into the URL, which no upload could match, and ask downloads
  // for one that nobody checks.
  const s3 = new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    download: (key, seconds) =>
      getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: seconds }),

    upload: (key, { contentType, size }, seconds) =>
      getSignedUrl(
        s3,
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          ContentType: contentType,
          ContentLength: size,
        }),
        {
          expiresIn: seconds,
          signableHeaders: new Set(['content-length', 'content-type', 'host']),
        },
      ),
  }
}
