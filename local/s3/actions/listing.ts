import { uriEncodePath } from '../../signature/uri-encode.ts'
import type { Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import type { Listed } from '../store/walk-keys.ts'

/** The parameters of every listing, read from the query. `encode` encodes text if the client asked for it. */
export type Listing = {
  prefix: string
  delimiter: string
  limit: number
  encoding: 'url' | undefined
  encode: (text: string) => string
}

const MAX_PAGE = 1000

/**
 * Reads the parameters of a listing.
 *
 * @param limitName the parameter that bounds the page, such as `max-keys`.
 * @throws S3Error `InvalidArgument`.
 */
export function readListing({ query }: Call, limitName: string): Listing {
  const encoding = queryValue(query, 'encoding-type')
  if (encoding !== undefined && encoding !== 'url') {
    throw new S3Error('InvalidArgument', {
      message: 'Invalid Encoding Method specified in Request',
      fields: { ArgumentName: 'encoding-type', ArgumentValue: encoding },
    })
  }
  return {
    prefix: queryValue(query, 'prefix') ?? '',
    delimiter: queryValue(query, 'delimiter') ?? '',
    limit: pageSize(query, limitName),
    encoding,
    encode: encoding === 'url' ? uriEncodePath : (text) => text,
  }
}

/** The elements that repeat the parameters. */
export function listingElements({ prefix, delimiter, encoding, encode }: Listing) {
  return {
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    EncodingType: encoding,
  }
}

/** The rows of a page. */
export function listedRows<Row>(listed: readonly Listed<Row>[]): Row[] {
  return listed.flatMap((entry) => ('row' in entry ? [entry.row] : []))
}

/** The groups of a page as elements. */
export function listedPrefixes<Row>(listed: readonly Listed<Row>[], { encode }: Listing) {
  return listed.flatMap((entry) => ('prefix' in entry ? [{ Prefix: encode(entry.prefix) }] : []))
}

/** The page size from a parameter, at most 1,000. @throws S3Error `InvalidArgument`. */
export function pageSize(query: Call['query'], name: string): number {
  const text = queryValue(query, name) ?? String(MAX_PAGE)
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2 ** 31 - 1) {
    throw new S3Error('InvalidArgument', {
      message: `Provided ${name} not an integer or within integer range`,
      fields: { ArgumentName: name, ArgumentValue: text },
    })
  }
  return Math.min(Number(text), MAX_PAGE)
}
