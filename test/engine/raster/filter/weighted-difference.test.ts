import { expect, test } from 'vitest'
import { weightedDifference } from '../../../../engine/raster/filter/weighted-difference.ts'

test('the weighted mean and mean square are those of the differences, whatever the length', () => {
  for (const length of [3, 8, 9001]) {
    const one = Float32Array.from({ length }, (_, i) => (i * 37) % 101)
    const other = Float32Array.from({ length }, (_, i) => (i * 53) % 97)
    const weights = Float32Array.from({ length }, (_, i) => (i % 5) / 4)
    let [weight, sum, squares] = [0, 0, 0]
    for (let i = 0; i < length; i++) {
      const off = one[i]! - other[i]!
      weight += weights[i]!
      sum += weights[i]! * off
      squares += weights[i]! * off * off
    }
    const statistics = weightedDifference(one, other, weights)
    expect(statistics.weight).toBeCloseTo(weight, 3)
    expect(statistics.mean).toBeCloseTo(sum / weight, 3)
    expect(statistics.meanSquare / (squares / weight)).toBeCloseTo(1, 5)
  }
})

test('where nothing has a weight there is no difference', () => {
  const [one, other] = [Float32Array.from([1, 2, 3, 4, 5, 6]), new Float32Array(6)]
  const statistics = weightedDifference(one, other, new Float32Array(6))
  expect(statistics).toEqual({ weight: 1e-6, mean: 0, meanSquare: 0 })
})
