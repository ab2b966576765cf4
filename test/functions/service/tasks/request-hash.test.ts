import { expect, test } from 'vitest'
import { requestHash } from '../../../../functions/service/tasks/request-hash.ts'
import { fc } from '../../../setup/random.ts'

function reversed(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, inner]) => [name, reversed(inner)]),
      )
    : value
}

test('the order of fields does not matter, at any depth', () => {
  fc.assert(
    fc.property(fc.object({ withNullPrototype: false }), (value) => {
      expect(requestHash(reversed(value))).toBe(requestHash(value))
    }),
  )
})

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: '1' }, { a: 1 }],
  [{ a: null }, {}],
])('%j and %j are different', (one, other) => {
  expect(requestHash(one)).not.toBe(requestHash(other))
})
