import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { afterKey, afterPrefix, groupOf } from '../store/walk-keys.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { OWNER } from './answer-values.ts'
import { contentsElement, lastName, listPage } from './list-page.ts'
import { listedPrefixes, listedRows, listingElements, readListing } from './listing.ts'

/** ListObjects, the first version: a listing continues after the name of the last entry. */
export function listObjects(call: Call): Answer {
  const listing = readListing(call, 'max-keys')
  const marker = queryValue(call.query, 'marker') ?? ''
  const from = firstKeyAfter(marker, listing.prefix, listing.delimiter)
  const { listed, truncated } = listPage(call, listing, from)
  // Without a delimiter S3 leaves NextMarker out, because the last key is the marker.
  const showsNext = truncated && listing.delimiter !== ''
  return xmlAnswer('ListBucketResult', {
    Name: call.bucket,
    ...listingElements(listing),
    Marker: listing.encode(marker),
    MaxKeys: listing.limit,
    IsTruncated: truncated,
    NextMarker: showsNext ? listing.encode(lastName(listed)) : undefined,
    Contents: listedRows(listed).map((row) => ({
      ...contentsElement(row, listing),
      Owner: OWNER,
    })),
    CommonPrefixes: listedPrefixes(listed, listing),
  })
}

/**
 * The first key after a marker, or after the whole group when the marker is the name of one. No key is empty, so that
 * all come after an empty marker. One that does not begin with the prefix stands before or after all that is listed.
 */
export function firstKeyAfter(marker: string, prefix: string, delimiter: string): Buffer {
  const name = Buffer.from(marker, 'utf8')
  const group = groupOf(name, Buffer.from(prefix, 'utf8'), Buffer.from(delimiter, 'utf8'))
  return group?.equals(name) ? afterPrefix(name) : afterKey(marker)
}
