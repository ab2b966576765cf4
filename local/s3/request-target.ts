import { S3Error } from './s3-error.ts'

/** Decoded parameters in the order they came. */
export type Query = ReadonlyArray<readonly [name: string, value: string]>

/** The bucket and key of the request line. `key` is empty for a bucket, both are empty for the service. */
export type RequestTarget = {
  bucket: string
  key: string
  /** The whole path, percent-decoded once and otherwise unchanged. */
  path: string
  query: Query
}

/**
 * Reads the raw request target. `new URL` would normalise `..`, `.` and `//`, which are ordinary parts of an S3 key,
 * so the path is split by hand: the bucket up to the second slash, the key after it.
 *
 * @throws S3Error `InvalidURI` when it is no origin-form target or not UTF-8.
 */
export function parseRequestTarget(raw: string): RequestTarget {
  if (!raw.startsWith('/')) {
    throw new S3Error('InvalidURI')
  }
  const mark = raw.indexOf('?')
  const path = percentDecode(mark === -1 ? raw : raw.slice(0, mark))
  const slash = path.indexOf('/', 1)
  return {
    bucket: slash === -1 ? path.slice(1) : path.slice(1, slash),
    key: slash === -1 ? '' : path.slice(slash + 1),
    path,
    query: mark === -1 ? [] : parseQuery(raw.slice(mark + 1)),
  }
}

/** The first value of a parameter, or undefined. Names are compared exactly. */
export function queryValue(query: Query, name: string): string | undefined {
  return query.find(([candidate]) => candidate === name)?.[1]
}

/**
 * The names and values of a query, or of an encoded form as in `x-amz-tagging`. `+` is a space in values, as in S3;
 * clients that sign send %20 and %2B, so nothing is ambiguous.
 */
export function parseQuery(text: string): Query {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      const value = equals < 0 ? '' : pair.slice(equals + 1)
      return [percentDecode(name), percentDecode(value.replaceAll('+', '%20'))] as const
    })
}

/**
 * Decodes percent escapes once, as UTF-8.
 *
 * @throws S3Error `InvalidURI` on a broken escape or bytes that are not UTF-8.
 */
function percentDecode(text: string): string {
  try {
    // Bytes above 0x7f may stand unescaped in a request line; Node passes them on as latin1.
    return decodeURIComponent(
      text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
    )
  } catch {
    throw new S3Error('InvalidURI')
  }
}
