import { expect, test } from 'vitest'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

/** Marsaglia's xorshift32 with the shifts 13, 17 and 5, in numbers of any length. */
function xorshift(seed: bigint, count: number): number[] {
  const whole = (1n << 32n) - 1n
  let state = seed
  return Array.from({ length: count }, () => {
    state ^= (state << 13n) & whole
    state ^= state >> 17n
    state ^= (state << 5n) & whole
    return Number(state) / 2 ** 32
  })
}

test.each([1, 2, 0x9e3779b9])('the numbers of seed %i are those of xorshift32', (seed) => {
  const random = seededRandom(seed)
  const expected = xorshift(BigInt(seed), 20)
  expect(Array.from({ length: 20 }, random)).toEqual(expected)
})

test('without a seed the sequence is the same each time', () => {
  const [one, other] = [seededRandom(), seededRandom()]
  const first = Array.from({ length: 5 }, one)
  expect(first).toEqual(Array.from({ length: 5 }, other))
  expect(first).toEqual(xorshift(0x9e3779b9n, 5))
})
