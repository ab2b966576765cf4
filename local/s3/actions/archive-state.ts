import type { StoredHeaders, VersionRow } from '../store/records.ts'

/** Storage classes whose objects must be restored before they are read (Amazon S3 User Guide, "Archival storage"). */
const ARCHIVES = ['GLACIER', 'DEEP_ARCHIVE']

/** Where an object is that cannot be read, as the elements of `InvalidObjectState`. */
export type Archived = { StorageClass: string; AccessTier?: string }

/**
 * Where an object is archived; undefined for one that can be read. An object of Intelligent-Tiering counts as archived
 * when it was put with `x-amz-archive-status`, because nothing here waits for 90 days without access.
 */
export function archiveState(version: VersionRow, now: number): Archived | undefined {
  const headers = JSON.parse(version.headers) as StoredHeaders
  const StorageClass = headers['x-amz-storage-class'] ?? 'STANDARD'
  const tier = headers['x-amz-archive-status']
  if (StorageClass === 'INTELLIGENT_TIERING' && tier) return { StorageClass, AccessTier: tier }
  if (!ARCHIVES.includes(StorageClass) || isRestored(headers, now)) return undefined
  return { StorageClass }
}

/** The headers of an object as of now: a restored copy is gone once it has expired. */
export function headersAsOf(version: VersionRow, now: number): StoredHeaders {
  const { 'x-amz-restore': restore, ...headers } = JSON.parse(version.headers) as StoredHeaders
  return restore !== undefined && now < expiry(restore)
    ? { ...headers, 'x-amz-restore': restore }
    : headers
}

/** Whether an archived object has a copy that can be read. */
export function isRestored(headers: StoredHeaders, now: number): boolean {
  return now < expiry(headers['x-amz-restore'] ?? '')
}

function expiry(restore: string): number {
  return Date.parse(/expiry-date="([^"]+)"/.exec(restore)?.[1] ?? '') || 0
}
