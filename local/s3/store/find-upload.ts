import { S3Error } from '../s3-error.ts'
import { findBucket } from './find-bucket.ts'
import type { Index } from './open-index.ts'
import { keyBytes, type PartRow, type UploadRow } from './records.ts'

/** An unfinished upload of this key. @throws S3Error `NoSuchBucket`, `NoSuchUpload`. */
export function findUpload(index: Index, bucket: string, key: string, id: string): UploadRow {
  findBucket(index, bucket)
  const upload = index.one<UploadRow>(
    'SELECT * FROM upload WHERE id = ? AND bucket = ? AND key = ?',
    id,
    bucket,
    keyBytes(key),
  )
  if (upload === undefined) {
    throw new S3Error('NoSuchUpload', { fields: { UploadId: id } })
  }
  return upload
}

/** The parts that an upload has so far, by number. */
export function uploadParts(index: Index, upload: string): PartRow[] {
  return index.all<PartRow>('SELECT * FROM part WHERE upload = ? ORDER BY number', upload)
}

/**
 * Removes an upload and its parts from the index. To be called inside a transaction.
 *
 * @returns the bodies of its parts.
 */
export function removeUpload(index: Index, upload: string): string[] {
  const bodies = uploadParts(index, upload).flatMap((part) => part.body ?? [])
  index.run('DELETE FROM part WHERE upload = ?', upload)
  index.run('DELETE FROM upload WHERE id = ?', upload)
  return bodies
}
