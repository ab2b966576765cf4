import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { versionById } from '../store/find-version.ts'
import { keyText, type VersionRow } from '../store/records.ts'
import { isVersionId, sequenceIn } from '../store/version-id.ts'
import { walkKeys } from '../store/walk-keys.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { isoTime, OWNER } from './answer-values.ts'
import { firstKeyAfter } from './list-objects.ts'
import { contentsElement, lastName } from './list-page.ts'
import {
  type Listing,
  listedPrefixes,
  listedRows,
  listingElements,
  readListing,
} from './listing.ts'

/** Lists every version and delete marker by key, those of one key newest first (ListObjectVersions). */
export function listObjectVersions(call: Call): Answer {
  const listing = readListing(call, 'max-keys')
  const { listed, truncated } = walkVersions(call, listing)
  const rows = listedRows(listed)
  const last = listed.at(-1)
  return xmlAnswer('ListVersionsResult', {
    Name: call.bucket,
    ...listingElements(listing),
    KeyMarker: listing.encode(queryValue(call.query, 'key-marker') ?? ''),
    VersionIdMarker: queryValue(call.query, 'version-id-marker') ?? '',
    MaxKeys: listing.limit,
    IsTruncated: truncated,
    NextKeyMarker: truncated ? listing.encode(lastName(listed)) : undefined,
    NextVersionIdMarker: truncated && last && 'row' in last ? last.row.id : undefined,
    Version: rows.filter((row) => row.marker === 0).map((row) => versionElement(row, listing)),
    DeleteMarker: rows.filter((row) => row.marker === 1).map((row) => markerElement(row, listing)),
    CommonPrefixes: listedPrefixes(listed, listing),
  })
}

function walkVersions(call: Call, listing: Listing) {
  const { index } = call.store
  findBucket(index, call.bucket)
  const keyMarker = queryValue(call.query, 'key-marker') ?? ''
  const older = versionMarker(call, keyMarker)
  return walkKeys<VersionRow>({
    ...listing,
    from:
      older === undefined
        ? firstKeyAfter(keyMarker, listing.prefix, listing.delimiter)
        : Buffer.from(keyMarker, 'utf8'),
    rows: (low, high) =>
      index.each<VersionRow>(
        `SELECT * FROM version WHERE bucket = ? AND key >= ? AND key < ?
           AND NOT (key = ? AND seq >= ?) ORDER BY key, seq DESC`,
        call.bucket,
        low,
        high,
        Buffer.from(keyMarker, 'utf8'),
        older ?? Number.MAX_SAFE_INTEGER,
      ),
  })
}

/**
 * The sequence number of the version that ended the last page. Of its key only older versions are still to come. The
 * version may be deleted by now: whoever empties a bucket deletes each page before the next one is listed. Where its id
 * does not tell its place, the versions of its key that are left are listed from the newest.
 */
function versionMarker({ store, bucket, query }: Call, keyMarker: string): number | undefined {
  const id = queryValue(query, 'version-id-marker')
  if (id === undefined || id === '') {
    return undefined
  }
  if (!isVersionId(id)) {
    throw new S3Error('InvalidArgument', {
      message: 'Invalid version id specified',
      fields: { ArgumentName: 'version-id-marker' },
    })
  }
  const seq = versionById(store.index, bucket, keyMarker, id)?.seq
  return seq ?? sequenceIn(id) ?? Number.MAX_SAFE_INTEGER
}

function versionElement(row: VersionRow, listing: Listing) {
  return {
    ...contentsElement(row, listing),
    VersionId: row.id,
    IsLatest: row.latest === 1,
    Owner: OWNER,
  }
}

function markerElement(row: VersionRow, { encode }: Listing) {
  return {
    Key: encode(keyText(row.key)),
    VersionId: row.id,
    IsLatest: row.latest === 1,
    LastModified: isoTime(row.modified),
    Owner: OWNER,
  }
}
