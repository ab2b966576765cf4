import { S3Error } from '../s3-error.ts'
import { findBucket } from './find-bucket.ts'
import { latestVersion, versionById } from './find-version.ts'
import { keyBytes } from './records.ts'
import { removeNullVersion, removeVersion } from './remove-version.ts'
import type { Store } from './store.ts'
import { createVersionId, isVersionId } from './version-id.ts'
import { checkWriteCondition, type WriteCondition } from './write-condition.ts'

/** What to delete: one version, or the object when no version is given. */
export type Deletion = {
  bucket: string
  key: string
  versionId?: string | undefined
  condition?: WriteCondition
}

/** The result of a deletion: the version that was named, or the delete marker that was made. */
export type Deleted = { versionId?: string; deleteMarker: boolean }

/**
 * Deletes one version permanently, or the object: with versioning by a delete marker (Amazon S3 User Guide, "Deleting
 * object versions from a versioning-enabled bucket"). Deleting what does not exist succeeds.
 *
 * @throws S3Error `NoSuchBucket`, `PreconditionFailed`, `NoSuchKey`, `InvalidArgument`.
 */
export async function deleteObject(store: Store, deletion: Deletion): Promise<Deleted> {
  const { index } = store
  const { bodies, ...deleted } = index.transaction(() => {
    findBucket(index, deletion.bucket)
    if (deletion.condition?.ifMatch !== undefined) {
      const current = latestVersion(index, deletion.bucket, deletion.key)
      checkWriteCondition(deletion.condition, current)
    }
    return deletion.versionId === undefined
      ? deleteLatest(store, deletion)
      : deleteVersion(store, deletion, deletion.versionId)
  })
  await store.bodies.remove(bodies)
  return deleted
}

function deleteVersion({ index }: Store, { bucket, key }: Deletion, versionId: string) {
  const version = versionById(index, bucket, key, versionId)
  if (version === undefined && !isVersionId(versionId)) {
    throw new S3Error('InvalidArgument', { message: 'Invalid version id specified' })
  }
  const bodies = version === undefined ? [] : removeVersion(index, version)
  return { versionId, deleteMarker: version?.marker === 1, bodies }
}

function deleteLatest({ index, clock }: Store, { bucket, key }: Deletion) {
  const { versioning } = findBucket(index, bucket)
  if (versioning === null) {
    return { deleteMarker: false, bodies: removeNullVersion(index, bucket, key) }
  }
  const suspended = versioning === 'Suspended'
  const bodies = suspended ? removeNullVersion(index, bucket, key) : []
  const versionId = suspended ? 'null' : createVersionId(index)
  index.run('UPDATE version SET latest = 0 WHERE bucket = ? AND key = ?', bucket, keyBytes(key))
  index.run(
    `INSERT INTO version (bucket, key, id, latest, marker, size, etag, modified, headers, tags)
     VALUES (?, ?, ?, 1, 1, 0, '', ?, '{}', '[]')`,
    bucket,
    keyBytes(key),
    versionId,
    clock(),
  )
  return { versionId, deleteMarker: true, bodies }
}
