import { expect, test } from 'vitest'
import { fitContour } from '../../../../engine/effects/look-vto/fit-contour.ts'

const SIZE = { width: 100, height: 100 }
const DISC = Float32Array.from({ length: 100 * 100 }, (_, i) =>
  Math.hypot((i % 100) + 0.5 - 50, Math.floor(i / 100) + 0.5 - 50) < 30 ? 1 : 0,
)

/** The mean radius of a circle's contour once it is fitted to the disc of radius 30. */
function fittedRadius(radius: number, sure = 1): number {
  const ring = Array.from({ length: 80 }, (_, nth) => ({
    x: 50 + radius * Math.cos((nth * Math.PI) / 40),
    y: 50 + radius * Math.sin((nth * Math.PI) / 40),
  }))
  const reach = { inwards: 6, outwards: 3, sure, hold: () => 1 }
  const fitted = fitContour(DISC, SIZE, ring, reach)
  return fitted.reduce((sum, { x, y }) => sum + Math.hypot(x - 50, y - 50), 0) / fitted.length
}

test('a contour is moved to the edge, inwards farther than outwards', () => {
  expect(fittedRadius(32)).toBeCloseTo(30, 0)
  expect(fittedRadius(34.5)).toBeCloseTo(30, 0)
  expect(fittedRadius(28)).toBeCloseTo(30, 0)
  expect(fittedRadius(25.5)).toBeLessThan(28.6)
})

test('it stays where the plane decides nothing', () => {
  expect(fittedRadius(33, 0)).toBeCloseTo(33, 5)
})
