import { expect, test } from 'vitest'
import { growth } from './growth.ts'

function samples(heap: (minute: number) => number, files: (minute: number) => number) {
  return Array.from({ length: 30 }, (_, minute) => ({
    minute,
    rss: 0,
    heap: heap(minute),
    files: files(minute),
  }))
}

test('what an hour adds is the slope of the samples, noise or not', () => {
  const noise = (minute: number) => (minute % 2 === 0 ? 5 : -5)
  const found = growth(
    samples(
      (minute) => 100 + minute / 2 + noise(minute),
      () => 40,
    ),
  )
  expect(found.megabytes).toBeCloseTo(30, -1)
  expect(found.files).toBe(0)
})

test('a single sample has no growth', () => {
  expect(
    growth(
      samples(
        () => 1,
        () => 1,
      ).slice(0, 1),
    ),
  ).toEqual({ megabytes: 0, files: 0 })
})
