import { hash } from 'node:crypto'
import { parsePresignedUrl } from '../../../parse-presigned-url.ts'

/**
 * SHA-256 of a JSON value, independent of the order of its fields: they are sorted first, as in RFC 8785 (JSON
 * Canonicalization Scheme). Requests with the same hash are equal. The signatures of presigned URLs are left out: an
 * object whose URL was signed anew is the same object.
 */
export function requestHash(value: unknown): string {
  return hashOf(value, (text) => parsePresignedUrl(text)?.unsigned ?? text)
}

/** The same of a request with its signatures, as requests were told apart by earlier releases. */
export function signedRequestHash(value: unknown): string {
  return hashOf(value, (text) => text)
}

function hashOf(value: unknown, text: (given: string) => string): string {
  return hash(
    'sha256',
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'string' ? text(inner) : sortFields(inner),
    ),
    'base64url',
  )
}

function sortFields(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
