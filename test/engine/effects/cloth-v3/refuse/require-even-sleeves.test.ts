import { expect, test } from 'vitest'
import type { Mesh } from '../../../../../engine/effects/cloth-v3/fit/mesh.ts'
import { requireEvenSleeves } from '../../../../../engine/effects/cloth-v3/refuse/require-even-sleeves.ts'

/** A sleeve of twenty rows, so wide in each. */
function sleeve(widthAt: (row: number) => number): Mesh {
  const worn = Array.from({ length: 20 }, (_, row) =>
    [0, 1].map((share) => ({ x: share * widthAt(row), y: 5 * row })),
  ).flat()
  return { columns: 2, rows: 20, worn, flat: worn }
}

test('a sleeve that is drawn together is refused, and one that narrows to its cuff is not', () => {
  requireEvenSleeves([sleeve(() => 30), sleeve((row) => 40 - row)])
  expect(() =>
    requireEvenSleeves([sleeve(() => 30), sleeve((row) => (row > 16 ? 8 : 30))]),
  ).toThrow(/sleeve would be drawn together/)
})

test('at the shoulder a sleeve begins in a point', () => {
  requireEvenSleeves([sleeve((row) => Math.min(30, 6 * row))])
})
