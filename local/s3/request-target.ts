import { S3Error } from './s3-error.ts'

/** Decoded parameters in the order they came. */
export type Query = ReadonlyArray<readonly [name: string, value: string]>

/** What the request line names. `key` is empty for a bucket, both are empty for the service. */
export type RequestTarget = {
  bucket: string
  key: string
  /** The whole path, percent-decoded once and otherwise untouched. */
  path: string
  query: Query
}

/**
 * Reads the raw request target. `new URL` would fold `..`, `.` and `//`, which in S3 are ordinary
 * parts of a key, so the path is cut by hand: bucket up to the second slash, key the rest.
 *
 * @throws S3Error `InvalidURI` when it is no origin-form target or no UTF-8.
 */
export function parseRequestTarget(raw: string): RequestTarget {
  if (!raw.startsWith('/')) {
    throw new S3Error('InvalidURI')
  }
  const mark = raw.indexOf('?')
  const path = percentDecode(mark < 0 ? raw : raw.slice(0, mark))
  const slash = path.indexOf('/', 1)
  return {
    bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
    key: slash < 0 ? '' : path.slice(slash + 1),
    path,
    query: mark < 0 ? [] : parseQuery(raw.slice(mark + 1)),
  }
}

/** The first value of a parameter, or undefined. Names compare exactly. */
export function queryValue(query: Query, name: string): string | undefined {
  return query.find(([candidate]) => candidate === name)?.[1]
}

/**
 * Name and value pairs of a query or an encoded form, as `x-amz-tagging` carries one. `+` is a space
 * in values, as S3 reads them; signing clients send %20 and %2B, so nothing is lost.
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
    // Bytes above 0x7f can stand raw in a request line; Node hands them over as latin1.
    return decodeURIComponent(
      text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
    )
  } catch {
    throw new S3Error('InvalidURI')
  }
}
