import { S3Error } from '../s3-error.ts'
import { findBucket } from './find-bucket.ts'
import type { Index } from './open-index.ts'
import { keyBytes, type VersionRow } from './records.ts'

/** The latest version of a key, delete markers included; undefined when there is none. */
export function latestVersion(index: Index, bucket: string, key: string): VersionRow | undefined {
  return index.one<VersionRow>(
    'SELECT * FROM version WHERE bucket = ? AND key = ? AND latest = 1',
    bucket,
    keyBytes(key),
  )
}

/** One version by its id, delete markers included; undefined when there is none. */
export function versionById(
  index: Index,
  bucket: string,
  key: string,
  id: string,
): VersionRow | undefined {
  return index.one<VersionRow>(
    'SELECT * FROM version WHERE bucket = ? AND key = ? AND id = ?',
    bucket,
    keyBytes(key),
    id,
  )
}

/**
 * The object of a read: the latest version, or the given one.
 *
 * @throws S3Error `NoSuchBucket`; `NoSuchKey` (also for a delete marker), `NoSuchVersion`, or `MethodNotAllowed` for
 *   a delete marker given by its id.
 */
export function findVersion(
  index: Index,
  bucket: string,
  key: string,
  versionId: string | undefined,
): VersionRow {
  findBucket(index, bucket)
  if (versionId === undefined) {
    const latest = latestVersion(index, bucket, key)
    if (latest === undefined || latest.marker === 1) {
      const headers = latest && { 'x-amz-delete-marker': 'true', 'x-amz-version-id': latest.id }
      throw new S3Error('NoSuchKey', { fields: { Key: key }, ...(headers && { headers }) })
    }
    return latest
  }
  const version = versionById(index, bucket, key, versionId)
  if (version === undefined) {
    throw new S3Error('NoSuchVersion', { fields: { Key: key, VersionId: versionId } })
  }
  if (version.marker === 1) {
    const headers = { 'x-amz-delete-marker': 'true', allow: 'DELETE' }
    throw new S3Error('MethodNotAllowed', { headers })
  }
  return version
}
