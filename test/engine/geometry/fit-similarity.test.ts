import { expect, test } from 'vitest'
import { fitSimilarity } from '../../../engine/geometry/fit-similarity.ts'

const corners = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 2 },
  { x: 0, y: 2 },
]

test('a turn, a scale and a shift are found, whatever else is apart', () => {
  const turned = corners.map(({ x, y }) => ({ x: 10 - 3 * y, y: 5 + 3 * x }))
  const exact = fitSimilarity(corners, turned)({ x: 1, y: 1 })
  expect(exact.x).toBeCloseTo(7, 9)
  expect(exact.y).toBeCloseTo(8, 9)
  // Corners that are pulled apart evenly leave the middle where it is.
  const apart = turned.map(({ x, y }, n) => ({ x, y: y + (n % 2 === 0 ? 1 : -1) }))
  const middle = fitSimilarity(corners, apart)({ x: 2, y: 1 })
  expect(middle.x).toBeCloseTo(7, 9)
  expect(middle.y).toBeCloseTo(11, 9)
})
