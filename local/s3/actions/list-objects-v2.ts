import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { afterKey, afterPrefix } from '../store/walk-keys.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { OWNER } from './answer-values.ts'
import { contentsElement, lastName, listPage } from './list-page.ts'
import { listedPrefixes, listedRows, listingElements, readListing } from './listing.ts'

/** ListObjectsV2: an opaque token continues a listing. */
export function listObjectsV2(call: Call): Answer {
  const { query, bucket } = call
  const listing = readListing(call, 'max-keys')
  const token = queryValue(query, 'continuation-token')
  const startAfter = queryValue(query, 'start-after')
  // No key is empty: all come after an empty one.
  const from = token === undefined ? afterKey(startAfter ?? '') : readToken(token)
  const { listed, truncated } = listPage(call, listing, from)
  const owner = queryValue(query, 'fetch-owner') === 'true' ? { Owner: OWNER } : {}
  return xmlAnswer('ListBucketResult', {
    Name: bucket,
    ...listingElements(listing),
    MaxKeys: listing.limit,
    KeyCount: listed.length,
    IsTruncated: truncated,
    ContinuationToken: token,
    NextContinuationToken: truncated ? nextToken(listed) : undefined,
    StartAfter: startAfter === undefined ? undefined : listing.encode(startAfter),
    Contents: listedRows(listed).map((row) => ({ ...contentsElement(row, listing), ...owner })),
    CommonPrefixes: listedPrefixes(listed, listing),
  })
}

// A token holds the bytes where the next page starts: after a key, or after a whole group.
function nextToken(listed: ReturnType<typeof listPage>['listed']): string {
  const name = lastName(listed)
  const grouped = 'prefix' in (listed.at(-1) ?? {})
  return `1${(grouped ? afterPrefix(Buffer.from(name, 'utf8')) : afterKey(name)).toString('base64url')}`
}

function readToken(token: string): Buffer {
  if (!/^1[\w-]{0,1500}$/.test(token)) {
    throw new S3Error('InvalidArgument', {
      message: 'The continuation token provided is incorrect',
      fields: { ArgumentName: 'continuation-token' },
    })
  }
  return Buffer.from(token.slice(1), 'base64url')
}
