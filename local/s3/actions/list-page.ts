import type { Call } from '../call.ts'
import type { Checksum } from '../checksum/algorithms.ts'
import { findBucket } from '../store/find-bucket.ts'
import { keyText, type StoredHeaders, type VersionRow } from '../store/records.ts'
import { type Listed, walkKeys } from '../store/walk-keys.ts'
import { isoTime, quoted } from './answer-values.ts'
import type { Listing } from './listing.ts'

/** One page of the latest objects of a bucket, starting at a key. @throws S3Error `NoSuchBucket`. */
export function listPage(call: Call, listing: Listing, from: Buffer) {
  const { index } = call.store
  findBucket(index, call.bucket)
  return walkKeys<VersionRow>({
    ...listing,
    from,
    rows: (low, high) =>
      index.each<VersionRow>(
        `SELECT * FROM version
         WHERE bucket = ? AND latest = 1 AND marker = 0 AND key >= ? AND key < ? ORDER BY key`,
        call.bucket,
        low,
        high,
      ),
  })
}

/** An object as listings show it. */
export function contentsElement(row: VersionRow, { encode }: Listing) {
  const checksum = row.checksum === null ? undefined : (JSON.parse(row.checksum) as Checksum)
  return {
    Key: encode(keyText(row.key)),
    LastModified: isoTime(row.modified),
    ETag: quoted(row.etag),
    ChecksumAlgorithm: checksum?.algorithm,
    ChecksumType: checksum?.type,
    Size: row.size,
    StorageClass: (JSON.parse(row.headers) as StoredHeaders)['x-amz-storage-class'] ?? 'STANDARD',
  }
}

/** The name of the last entry of a page, where the next page continues. */
export function lastName<Row extends { key: Uint8Array }>(listed: readonly Listed<Row>[]): string {
  const last = listed.at(-1)
  if (last === undefined) {
    return ''
  }
  return 'row' in last ? keyText(last.row.key) : last.prefix
}
