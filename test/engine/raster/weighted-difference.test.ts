import { expect, test } from 'vitest'
import { visitPolygon } from '../../../engine/raster/paint-polygon.ts'
import { weightedDifference } from '../../../engine/raster/weighted-difference.ts'

test('a spread is that of the weighed differences, whatever the length', () => {
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
    const spread = weightedDifference(one, other, weights)
    expect(spread.weight).toBeCloseTo(weight, 3)
    expect(spread.mean).toBeCloseTo(sum / weight, 3)
    expect(spread.meanSquare / (squares / weight)).toBeCloseTo(1, 5)
  }
})

test('a ring is visited where it lies in the plane, by as much as it covers', () => {
  const ring = [
    { x: -3, y: 1 },
    { x: 2.5, y: 1 },
    { x: 2.5, y: 3 },
    { x: -3, y: 3 },
  ]
  const seen = new Map<number, number>()
  visitPolygon({ width: 5, height: 4 }, ring, (place, share) => seen.set(place, share))
  expect([...seen]).toEqual([
    [5, 1],
    [6, 1],
    [7, 0.5],
    [10, 1],
    [11, 1],
    [12, 0.5],
  ])
})
