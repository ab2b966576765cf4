import { describe, expect, it } from 'vitest'
import {
  medianWithin,
  robustDeviationWithin,
} from '../../../../engine/raster/filter/median-within.ts'

function noise(length: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => Math.imul(at + 1, 2654435761) >>> 20)
}

describe('a median within a weight', () => {
  it.each([
    [1, 0.5],
    [2, 0.5],
    [999, 0.5],
    [1000, 0.1],
    [1000, 0.9],
    [1000, 1],
  ])('of %i values at the share %f is the one that is there in order', (length, share) => {
    const data = noise(3 * length)
    const weight = Float32Array.from(data, (_, at) => (at % 3 === 1 ? 0.51 : 0.5))
    const chosen = data.filter((_, at) => at % 3 === 1).sort()
    const wanted = chosen[Math.min(length - 1, Math.floor(share * length))]
    expect(medianWithin(data, weight, share)).toBe(wanted)
  })

  it('of equal values is that value, of none 0', () => {
    const data = new Float32Array(5000).fill(7)
    expect(medianWithin(data, data)).toBe(7)
    expect(medianWithin(data, new Float32Array(5000))).toBe(0)
    expect(medianWithin(new Float32Array(0), new Float32Array(0))).toBe(0)
  })

  it('of very many is as good as that of all', () => {
    const data = noise(200_001)
    const all = data.toSorted()
    const median = medianWithin(data, new Float32Array(data.length).fill(1))
    // 4,096 different values: within half a hundredth of them.
    expect(Math.abs(median - all[100_000]!)).toBeLessThan(20)
  })

  it.each([
    [10_000, 9],
    [10_001, 0],
    [20_000, 0],
    [20_001, 9],
  ])('of %i values reads every one, every second, or every third', (length, value) => {
    const data = Float32Array.from({ length }, (_, at) => (at % 2 ? 9 : 0))
    expect(medianWithin(data, new Float32Array(length).fill(1), 0.75)).toBe(value)
  })

  it('reads the last of those it reads too', () => {
    const data = new Float32Array(10_001)
    data[10_000] = 9
    expect(medianWithin(data, new Float32Array(10_001).fill(1), 1)).toBe(9)
  })
})

it('half of a normal distribution lies within 0.6745 of its deviation', () => {
  const magnitudes = Float32Array.of(1, 2, 3, 40, 50)
  const weight = Float32Array.of(1, 1, 1, 1, 1)
  expect(robustDeviationWithin(magnitudes, weight)).toBeCloseTo(3 / 0.6745, 5)
  expect(robustDeviationWithin(magnitudes, Float32Array.of(1, 0, 0, 0, 0))).toBeCloseTo(1.4826, 4)
})
