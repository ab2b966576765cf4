import { hash } from 'node:crypto'

/**
 * A hash of a JSON value that does not depend on the order of its fields: two requests with the same hash ask for
 * the same.
 */
export function requestHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value, sortFields), 'base64url')
}

function sortFields(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
