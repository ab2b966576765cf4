import { expect, test } from 'vitest'
import { falloff, smoothstep } from '../../../engine/geometry/smoothstep.ts'

test.each([
  [2, 6, 1.9, 0],
  [2, 6, 2, 0],
  [2, 6, 3, 5 / 32],
  [2, 6, 4, 0.5],
  [2, 6, 6, 1],
  [2, 6, 7, 1],
  [-1, 0, -0.5, 0.5],
  [3, 3, 3, 0],
  [3, 3, 3.001, 1],
])('from %f to %f a step rises at %f to %f', (from, to, value, share) => {
  expect(smoothstep(from, to, value)).toBe(share)
})

test('a step that would fall is an error, also where it would not show', () => {
  for (const value of [0, 1, 2]) {
    expect(() => smoothstep(1.001, 1, value)).toThrow(
      new RangeError('smoothstep rises: 1.001 must not be above 1.'),
    )
  }
})

test.each([
  [0, 1],
  [1, 1],
  [-1, 1],
  [2, 0.5],
  [-2, 0.5],
  [3, 0],
  [-3.1, 0],
])('a falloff from 1 to 3 has at %f still %f', (distance, share) => {
  expect(falloff(1, 3, distance)).toBe(share)
})
