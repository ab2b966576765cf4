import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { findBucket } from '../store/find-bucket.ts'
import { keyText, type UploadRow } from '../store/records.ts'
import { walkKeys } from '../store/walk-keys.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { isoTime, OWNER } from './answer-values.ts'
import { firstKeyAfter } from './list-objects.ts'
import { lastName } from './list-page.ts'
import {
  type Listing,
  listedPrefixes,
  listedRows,
  listingElements,
  readListing,
} from './listing.ts'

/** Lists unfinished uploads by key, those of one key by upload id (ListMultipartUploads). */
export function listMultipartUploads(call: Call): Answer {
  const listing = readListing(call, 'max-uploads')
  findBucket(call.store.index, call.bucket)
  const { listed, truncated } = walkUploads(call, listing)
  const last = listed.at(-1)
  return xmlAnswer('ListMultipartUploadsResult', {
    Bucket: call.bucket,
    ...listingElements(listing),
    KeyMarker: listing.encode(queryValue(call.query, 'key-marker') ?? ''),
    UploadIdMarker: queryValue(call.query, 'upload-id-marker') ?? '',
    NextKeyMarker: truncated ? listing.encode(lastName(listed)) : undefined,
    NextUploadIdMarker: truncated && last && 'row' in last ? last.row.id : undefined,
    MaxUploads: listing.limit,
    IsTruncated: truncated,
    Upload: listedRows(listed).map((row) => ({
      Key: listing.encode(keyText(row.key)),
      UploadId: row.id,
      Initiator: OWNER,
      Owner: OWNER,
      StorageClass: 'STANDARD',
      Initiated: isoTime(row.created),
      ChecksumAlgorithm: row.algorithm ?? undefined,
      ChecksumType: row.checksum_type ?? undefined,
    })),
    CommonPrefixes: listedPrefixes(listed, listing),
  })
}

function walkUploads({ store, bucket, query }: Call, listing: Listing) {
  const keyMarker = queryValue(query, 'key-marker') ?? ''
  const uploadMarker = queryValue(query, 'upload-id-marker') ?? ''
  return walkKeys<UploadRow>({
    ...listing,
    from:
      uploadMarker === ''
        ? firstKeyAfter(keyMarker, listing.prefix, listing.delimiter)
        : Buffer.from(keyMarker, 'utf8'),
    rows: (low, high) =>
      store.index.each<UploadRow>(
        `SELECT * FROM upload WHERE bucket = ? AND key >= ? AND key < ?
           AND NOT (key = ? AND id <= ?) ORDER BY key, id`,
        bucket,
        low,
        high,
        Buffer.from(keyMarker, 'utf8'),
        uploadMarker,
      ),
  })
}
