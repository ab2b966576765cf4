import { S3Error } from '../s3-error.ts'
import type { Index } from './open-index.ts'
import type { BucketRow } from './records.ts'

/** The bucket of this name. @throws S3Error `NoSuchBucket`. */
export function findBucket(index: Index, name: string): BucketRow {
  const bucket = index.one<BucketRow>('SELECT * FROM bucket WHERE name = ?', name)
  if (bucket === undefined) {
    throw new S3Error('NoSuchBucket', { fields: { BucketName: name } })
  }
  return bucket
}
