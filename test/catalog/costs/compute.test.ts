import { expect, test } from 'vitest'
import { computeFromHeader, computeHeaders, computeOf } from '../../../catalog/costs/compute.ts'

test('a video costs the seconds of its workers, and a transition for each start and state', () => {
  // 3538 MB for 1000 s at $0.0000133334 a gigabyte and second, and 3 + 2 · 4 transitions of $0.000025.
  expect(computeOf(4, 1000.4)).toEqual({ segments: 4, seconds: 1000, dollars: 0.046361 })
  expect(computeOf(2, 0)).toEqual({ segments: 2, seconds: 0, dollars: 0.000175 })
})

const COMPUTE = { segments: 4, seconds: 1000, dollars: 0.0463 }

test('what workers took comes back out of its header', () => {
  expect(computeHeaders(undefined)).toEqual({})
  expect(computeFromHeader(computeHeaders(COMPUTE)['darkroom-compute'])).toEqual(COMPUTE)
})

test.each([
  { segments: 2 },
  { segments: 100 },
  { seconds: 0 },
  { seconds: 1e7 },
  { dollars: 0 },
  { dollars: 10_000 },
])('%j is a value of a header', (changed) => {
  const compute = { ...COMPUTE, ...changed }
  expect(computeFromHeader(JSON.stringify(compute))).toEqual(compute)
})

test.each([
  { segments: 1 },
  { segments: 101 },
  { segments: 2.5 },
  { seconds: -1 },
  { seconds: 1e7 + 1 },
  { dollars: -0.01 },
  { dollars: 10_000.5 },
])('%j is none', (changed) => {
  expect(computeFromHeader(JSON.stringify({ ...COMPUTE, ...changed }))).toBeUndefined()
})

test('a header has 200 characters at most', () => {
  const text = JSON.stringify(COMPUTE)
  expect(computeFromHeader(text.padEnd(200))).toEqual(COMPUTE)
  expect(computeFromHeader(text.padEnd(201))).toBeUndefined()
  for (const none of [undefined, null, '', '{', '[]'])
    expect(computeFromHeader(none)).toBeUndefined()
})
