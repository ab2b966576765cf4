import { expect, test } from 'vitest'
import { tornSides } from '../../../../engine/effects/out-paint/torn-sides.ts'

const SIZE = { width: 160, height: 100 }
const INSIDE = { left: 40, top: 0, width: 80, height: 100 }

/** Three planes of these levels. */
function planes(level: (x: number, y: number) => number): Float32Array[] {
  const plane = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    level(i % SIZE.width, Math.floor(i / SIZE.width)),
  )
  return [plane, plane, plane]
}

test('a margin that leaps at the border of the picture does not join it, along that share', () => {
  const curb = planes((x, y) => (x < 40 && y >= 70 && y < 90 ? 30 : 120))
  expect(tornSides(curb, SIZE, INSIDE).left).toBeCloseTo(0.2, 1)
  expect(tornSides(curb, SIZE, INSIDE).right).toBe(0)
})

test('edges that go on over the border, light and texture join it', () => {
  const joined = [
    planes((_, y) => (y < 50 ? 60 : 190)),
    planes((x) => 40 + x),
    planes((x, y) => 100 + 80 * Math.sin(1.3 * x) * Math.sin(1.1 * y)),
    planes((x) => (x < 36 ? 30 : 120)),
  ]
  for (const rgb of joined) expect(tornSides(rgb, SIZE, INSIDE).left).toBeLessThan(0.05)
})

test('a side without a margin is not looked at', () => {
  expect(
    tornSides(
      planes((_, y) => 40 * y),
      SIZE,
      INSIDE,
    ),
  ).toMatchObject({ top: 0, bottom: 0 })
})
