import type { Checksum } from '../checksum/algorithms.ts'
import { findBucket } from './find-bucket.ts'
import { latestVersion } from './find-version.ts'
import { type EventCause, objectCreated } from './object-created.ts'
import type { Segment } from './open-bodies.ts'
import { type BucketRow, keyBytes, type StoredHeaders, type Tags } from './records.ts'
import { removeNullVersion } from './remove-version.ts'
import type { Store } from './store.ts'
import { createVersionId } from './version-id.ts'
import { checkWriteCondition, type WriteCondition } from './write-condition.ts'

/** An object about to become visible. Its bodies are already on disk. */
export type NewVersion = {
  bucket: string
  key: string
  size: number
  /** Without quotes. */
  etag: string
  headers: StoredHeaders
  tags: Tags
  checksum?: Checksum | undefined
  segments: readonly Segment[]
  condition: WriteCondition
  cause: EventCause
}

/** The result of a write. */
export type Written = {
  /** Undefined in a bucket that never had versioning. */
  versionId: string | undefined
  modified: number
}

/**
 * Makes an object visible. Version, segments and event are written in one transaction, which also checks the
 * condition, and are on disk when this resolves. `within` runs in the same transaction with the version's id as
 * answers show it, and returns further bodies that are no longer used.
 *
 * @throws S3Error `NoSuchBucket`, `PreconditionFailed`, `NoSuchKey`.
 */
export async function putVersion(
  store: Store,
  version: NewVersion,
  within: (versionId: string | undefined) => string[] = () => [],
): Promise<Written> {
  const { index } = store
  const modified = store.clock()
  const { id, bucket, unused } = index.transaction(() => {
    const bucket = findBucket(index, version.bucket)
    checkWriteCondition(version.condition, latestVersion(index, version.bucket, version.key))
    const keepsVersions = bucket.versioning === 'Enabled'
    const id = keepsVersions ? createVersionId(index) : 'null'
    const unused = keepsVersions ? [] : removeNullVersion(index, version.bucket, version.key)
    const seq = insertVersion(store, version, id, modified)
    if (bucket.notify === 1) {
      store.outbox.record(objectCreated({ ...version, id, seq, bucket, modified }, store.region))
    }
    return { id, bucket, unused: [...unused, ...within(shownVersionId(bucket, id))] }
  })
  store.outbox.wake()
  await index.flush()
  await store.bodies.remove(unused)
  return { versionId: shownVersionId(bucket, id), modified }
}

/** The version id in answers: none in a bucket that never had versioning. */
export function shownVersionId(bucket: BucketRow, id: string): string | undefined {
  return bucket.versioning === null ? undefined : id
}

function insertVersion({ index }: Store, version: NewVersion, id: string, modified: number) {
  const key = keyBytes(version.key)
  index.run(
    'UPDATE version SET latest = 0 WHERE bucket = ? AND key = ? AND latest = 1',
    version.bucket,
    key,
  )
  const seq = index.run(
    `INSERT INTO version (bucket, key, id, latest, marker, size, etag, modified, headers, tags, checksum)
     VALUES (?, ?, ?, 1, 0, ?, ?, ?, ?, ?, ?)`,
    version.bucket,
    key,
    id,
    version.size,
    version.etag,
    modified,
    JSON.stringify(version.headers),
    JSON.stringify(version.tags),
    version.checksum ? JSON.stringify(version.checksum) : null,
  )
  version.segments.forEach((segment, number) => {
    index.run('INSERT INTO segment VALUES (?, ?, ?, ?)', seq, number, segment.body, segment.size)
  })
  return seq
}
