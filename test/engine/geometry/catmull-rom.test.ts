import { expect, test } from 'vitest'
import { catmullRomWeights } from '../../../engine/geometry/catmull-rom.ts'
import { fc } from '../../setup/random.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })

test('any parabola through four values is met, and values at their places', () => {
  fc.assert(
    fc.property(share, share, share, share, (t, a, b, c) => {
      const weights = new Float64Array(6)
      catmullRomWeights(t, weights, 1)
      const curve = (x: number): number => a + b * x + c * x * x
      const sum = [-1, 0, 1, 2].reduce((all, x, n) => all + weights[1 + n]! * curve(x), 0)
      expect(sum).toBeCloseTo(curve(t), 9)
      expect([weights[0], weights[5]]).toEqual([0, 0])
    }),
  )
})

test('the outer two of four values pull to the other side', () => {
  const weights = new Float64Array(4)
  catmullRomWeights(0.5, weights)
  expect([...weights]).toEqual([-0.0625, 0.5625, 0.5625, -0.0625])
})
