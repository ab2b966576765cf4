import { expect, test } from 'vitest'
import { median, quantile } from '../../../engine/geometry/quantile.ts'
import { fc } from '../../setup/random.ts'

const SHARES = [0, 0.25, 0.5, 0.9, 1]

test('is the value that stands there when all are sorted, and leaves them as they were', () => {
  const values = fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(values, fc.constantFrom(...SHARES), (given, share) => {
      const before = [...given]
      const sorted = given.toSorted((a, b) => a - b)
      const nth = Math.min(sorted.length - 1, Math.floor(share * sorted.length))
      expect(quantile(given, share) === sorted[nth]).toBe(true)
      expect(given).toEqual(before)
    }),
  )
})

test('takes equal values and planes, and of an even number the upper one of both in the middle', () => {
  expect(median(new Float32Array(1000).fill(7))).toBe(7)
  expect(median(Float32Array.of(4, 1, 3, 2))).toBe(3)
  expect(median([5, 1, 3])).toBe(3)
})

test('is 0 where there are no values', () => {
  expect([median([]), quantile(new Float32Array(), 0.9)]).toEqual([0, 0])
})
