import { expect, test } from 'vitest'
import {
  requestHash,
  signedRequestHash,
} from '../../../../../functions/service/core/tasks/request-hash.ts'
import { fc } from '../../../../setup/random.ts'

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

function presigned(object: string, date: string): string {
  return `https://b.example/${object}&X-Amz-Date=${date}&X-Amz-Expires=60&X-Amz-Signature=${date}`
}

test('presigned URLs of one object are equal, at any depth; those of two versions are not', () => {
  const of = (object: string, date: string) => ({
    files: { ref: [{ url: presigned(object, date) }] },
    parameters: { object_infos: [{ name: presigned(object, date) }] },
  })
  const [first, later] = ['20260102T030405Z', '20260102T050405Z'].map((at) => of('a?v=1', at))
  expect(requestHash(first)).toBe(requestHash(later))
  expect(requestHash(first)).not.toBe(requestHash(of('a?v=2', '20260102T030405Z')))
  expect(signedRequestHash(first)).not.toBe(signedRequestHash(later))
})
