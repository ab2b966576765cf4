import { expect, test } from 'vitest'
import {
  lowerQuantileOrZero,
  meanMedianOrZero,
  medianOrZero,
  nearestQuantileOrZero,
  quantileOr,
  quantileOrZero,
} from '../../../engine/geometry/quantile.ts'
import { fc } from '../../setup/random.ts'

const SHARES = [0, 0.25, 0.5, 0.9, 1]

test('is the value that stands there when all are sorted, and leaves them as they were', () => {
  const values = fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(values, fc.constantFrom(...SHARES), (given, share) => {
      const before = [...given]
      const sorted = given.toSorted((a, b) => a - b)
      const nth = Math.min(sorted.length - 1, Math.floor(share * sorted.length))
      expect(quantileOrZero(given, share) === sorted[nth]).toBe(true)
      expect(given).toEqual(before)
    }),
  )
})

test('takes equal values and planes, and of an even number the upper one of both in the middle', () => {
  expect(medianOrZero(new Float32Array(1000).fill(7))).toBe(7)
  expect(medianOrZero(Float32Array.of(4, 1, 3, 2))).toBe(3)
  expect(medianOrZero([5, 1, 3])).toBe(3)
})

test('the lower quantile is that of the least to the greatest, rounded down to one that is there', () => {
  const values = fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(values, fc.constantFrom(...SHARES), (given, share) => {
      const sorted = given.toSorted((a, b) => a - b)
      const nth = Math.floor(share * (sorted.length - 1))
      expect(lowerQuantileOrZero(given, share) === sorted[nth]).toBe(true)
    }),
  )
  expect(lowerQuantileOrZero([4, 1, 3, 2], 0.5)).toBe(2)
})

test('the mean median lies between the middle two of an even number', () => {
  expect([meanMedianOrZero([4, 1, 3, 9]), meanMedianOrZero([5, 1, 3])]).toEqual([3.5, 3])
})

test('the nearest quantile has the nearest rank', () => {
  const of = (share: number) => nearestQuantileOrZero([40, 10, 30, 20], share)
  expect([of(0), of(0.16), of(0.17), of(0.5), of(1)]).toEqual([10, 10, 20, 30, 40])
})

test('is what the name says where there are no values', () => {
  expect([quantileOr([], 0.5, 7), lowerQuantileOrZero([], 0.5)]).toEqual([7, 0])
  expect([medianOrZero([]), quantileOrZero(new Float32Array(), 0.9)]).toEqual([0, 0])
  expect([meanMedianOrZero([]), nearestQuantileOrZero([], 1)]).toEqual([0, 0])
})
