import { hash } from 'node:crypto'

/**
 * A hash of a JSON value that does not depend on the order of its fields: two requests with the same hash ask for
 * the same.
 */
export const requestHash = (value: unknown): string =>
  hash('sha256', JSON.stringify(value, sortedFields), 'base64url')

const sortedFields = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
