import type { Answer, Call } from '../call.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { removeUpload } from '../store/find-upload.ts'

/**
 * Deletes a bucket that holds no version and no delete marker (DeleteBucket). Unfinished uploads are removed with it,
 * as in S3.
 */
export async function deleteBucket({ store, bucket }: Call): Promise<Answer> {
  const { index, bodies } = store
  const unused = index.transaction(() => {
    findBucket(index, bucket)
    if (index.one('SELECT 1 FROM version WHERE bucket = ? LIMIT 1', bucket) !== undefined) {
      throw new S3Error('BucketNotEmpty', { fields: { BucketName: bucket } })
    }
    index.run('DELETE FROM bucket WHERE name = ?', bucket)
    return index
      .all<{ id: string }>('SELECT id FROM upload WHERE bucket = ?', bucket)
      .flatMap(({ id }) => removeUpload(index, id))
  })
  await bodies.remove(unused)
  return { status: 204 }
}
