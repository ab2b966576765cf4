import { expect, test } from 'vitest'
import { cheapestPath } from '../../../engine/geometry/cheapest-path.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

/** Every way through the places, by trying all. */
function allPaths(costs: readonly (readonly number[])[], reach: number): number[][] {
  return costs.reduce<number[][]>(
    (paths, turn) =>
      paths.flatMap((path) =>
        turn.flatMap((_, to) => {
          const from = path.at(-1)
          return from === undefined || Math.abs(to - from) <= reach ? [[...path, to]] : []
        }),
      ),
    [[]],
  )
}

test.each([1, 2, Infinity])('is the cheapest of all ways whose steps go aside by %d', (reach) => {
  const random = seededRandom(reach === Infinity ? 7 : reach)
  const stepCost = (from: number, to: number): number => 0.3 * Math.abs(to - from)
  const costOf = (costs: readonly (readonly number[])[], path: readonly number[]): number =>
    path.reduce(
      (sum, to, n) => sum + costs[n]![to]! + (n === 0 ? 0 : stepCost(path[n - 1]!, to)),
      0,
    )
  for (let round = 0; round < 40; round++) {
    const costs = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => random()))
    const path = cheapestPath(costs, stepCost, reach)
    const least = Math.min(...allPaths(costs, reach).map((one) => costOf(costs, one)))
    expect(costOf(costs, path)).toBeCloseTo(least, 9)
    for (const [n, to] of path.entries()) {
      if (n > 0) expect(Math.abs(to - path[n - 1]!)).toBeLessThanOrEqual(reach)
    }
  }
})

test('of equal ways takes that of the first places', () => {
  expect(
    cheapestPath(
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      () => 0,
    ),
  ).toEqual([0, 0, 0])
})
