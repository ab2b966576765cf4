import { hash } from 'node:crypto'

/**
 * SHA-256 of a JSON value, independent of the order of its fields: they are sorted first, as in RFC 8785 (JSON
 * Canonicalization Scheme). Requests with the same hash are equal.
 */
export function requestHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value, sortFields), 'base64url')
}

function sortFields(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
