import type { S3Client } from '@aws-sdk/client-s3'
import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import { isVersionId } from '../../pipeline/core/sources/write-version.ts'

/** What S3 answered to a write. */
export type Written = { VersionId?: string | undefined; ETag?: string | undefined }

/**
 * The version of an object that was just written, by which its job or batch is named. Where the bucket keeps no
 * versions S3 is asked for it. Throws when the object was overwritten or deleted since.
 */
export async function writtenVersion(
  s3: S3Client,
  { bucket, key }: { bucket: string; key: string },
  { VersionId, ETag }: Written,
): Promise<string> {
  if (isVersionId(VersionId)) return VersionId
  const found = await headVersion(s3, { bucket, key })
  if (found?.etag === ETag?.replaceAll('"', '') && found) return found.version
  throw new Error(
    `${key} was ${found ? 'overwritten' : 'deleted'} right after it was written, and ${bucket} keeps no versions.`,
  )
}
