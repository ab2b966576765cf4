import { expect, test } from 'vitest'
import { nextQuality } from '../../../engine/restore/next-quality.ts'

/** The logarithm of nine tenths. */
const NINE_TENTHS = Math.log(0.9)

test.each<[number, number, number | undefined]>([
  [75, 0.5, undefined],
  [75, NINE_TENTHS, undefined],
  [75, NINE_TENTHS - 1e-9, 80],
  [75, -0.2, 85],
  [45, -0.5, 70],
  [90, -0.5, 100],
  [100, -0.5, undefined],
])('after one encoding of quality %i and size %f comes %s', (quality, size, next) => {
  expect(nextQuality([{ quality, size }])).toBe(next)
})

test.each<[number, number, number | undefined]>([
  [85, -0.02, undefined],
  [85, -NINE_TENTHS, undefined],
  [85, -NINE_TENTHS + 1e-9, 82],
  // By the slope that both show.
  [85, 0.2, 80],
  [85, -0.12, 97],
  [95, -0.15, 100],
  // A hundredth at least, where the size hardly grew.
  [85, -0.199, 100],
  [77, -0.15, 83],
  [76, -0.2, 96],
])('after quality 75 and size -0.2 comes %i and size %f, then %s', (quality, size, next) => {
  const encodings = [
    { quality: 75, size: -0.2 },
    { quality, size },
  ]
  expect(nextQuality(encodings)).toBe(next)
})

test('the quality is 40 at least', () => {
  const encodings = [
    { quality: 45, size: -0.2 },
    { quality: 50, size: 0.9 },
  ]
  expect(nextQuality(encodings)).toBe(46)
  const steep = [
    { quality: 42, size: -0.12 },
    { quality: 48, size: 0.11 },
  ]
  expect(nextQuality(steep)).toBe(45)
  const flat = [
    { quality: 60, size: 0.8 },
    { quality: 61, size: 0.8 },
  ]
  expect(nextQuality(flat)).toBe(40)
})
