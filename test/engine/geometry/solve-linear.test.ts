import { expect, test } from 'vitest'
import { solveLinear } from '../../../engine/geometry/solve-linear.ts'
import { fc } from '../../setup/random.ts'

const number = fc.double({ min: -3, max: 3, noNaN: true })

test('what is found fulfils the equations', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 12, maxLength: 12 }), (numbers) => {
      // A strong diagonal lets every system have one solution; the first pivot still has to be looked for.
      const rows = [0, 1, 2].map((n) => numbers.slice(4 * n, 4 * n + 4))
      rows[0]![1]! += 20
      rows[1]![0]! += 20
      rows[2]![2]! += 20
      const found = solveLinear(Float64Array.from(rows.flat()), 3)!
      for (const [a, b, c, right] of rows as [number, number, number, number][]) {
        expect(a * found[0]! + b * found[1]! + c * found[2]!).toBeCloseTo(right, 9)
      }
    }),
  )
})

test('equations that say the same do not determine two unknowns', () => {
  expect(solveLinear(Float64Array.of(1, 2, 3, 2, 4, 6), 2)).toBeUndefined()
})

test('a pivot as small as the least one counts, a smaller one does not', () => {
  const system = () => Float64Array.of(1, 0, 5, 0, 0.01, 7)
  expect(solveLinear(system(), 2, 0.01)).toEqual(Float64Array.of(5, 700))
  expect(solveLinear(system(), 2, 0.011)).toBeUndefined()
})
