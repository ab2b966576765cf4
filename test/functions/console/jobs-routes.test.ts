import { expect, test } from 'vitest'
import { isNewer } from '../../../functions/console/routes/jobs-routes.ts'

test.each([
  ['2026-01-01T00:00:00.001Z', 'a', true],
  ['2026-01-01T00:00:00.000Z', 'c', true],
  ['2026-01-01T00:00:00.000Z', 'b', false],
  ['2026-01-01T00:00:00.000Z', 'a', false],
  ['2025-12-31T23:59:59.999Z', 'c', false],
])('a job of %s, %s is newer than b of the new year: %s', (createdAt, id, expected) => {
  expect(isNewer({ createdAt, id }, { at: '2026-01-01T00:00:00.000Z', id: 'b' })).toBe(expected)
})
