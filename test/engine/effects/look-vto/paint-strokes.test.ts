import { expect, test } from 'vitest'
import { paintStrokes } from '../../../../engine/effects/look-vto/paint-strokes.ts'

test('a stroke fades evenly: nowhere much steeper than a straight way from its middle to its end', () => {
  const size = { width: 120, height: 120 }
  const region = {
    ...size,
    area: { left: 0, top: 0, ...size },
    scale: 1,
    faceWidth: 100,
    points: [{ x: 60, y: 60 }],
    up: { x: 0, y: -1 },
  }
  const stroke = { path: [[0]], full: 0.02, end: 0.42, weight: 1, last: 1 }
  const alpha = paintStrokes(region, [stroke])
  const along = Array.from({ length: 60 }, (_, x) => alpha[60 * size.width + 60 + x]!)
  const steps = along.slice(1).map((value, x) => along[x]! - value)
  expect(along[0]).toBeCloseTo(1, 2)
  expect(along[44]).toBe(0)
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...steps)).toBeLessThan(1.6 / 40)
})
