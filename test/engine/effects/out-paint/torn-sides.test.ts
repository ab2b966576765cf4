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

test('a frame along more than half of a side parts the margin from it, and its own pixels are meant', () => {
  const framed = (share: number, by: number, edge: (x: number) => boolean) =>
    tornSides(
      planes((x, y) => (edge(x) && y < 100 * share ? 120 + by : 120)),
      SIZE,
      INSIDE,
    )
  // Three pixels of the picture, and of the margin that they go on in.
  const isFirst = (x: number) => Math.abs(x - 39.5) < 3
  expect(framed(0.52, 7, isFirst).left).toBeCloseTo(0.52, 1)
  expect(framed(0.52, -7, isFirst).left).toBeCloseTo(0.52, 1)
  expect(framed(0.48, 7, isFirst).left).toBe(0)
  expect(framed(0.9, 5.9, isFirst).left).toBe(0)
  expect(framed(0.9, 7, (x) => Math.abs(x - 119.5) < 3).right).toBeCloseTo(0.9, 1)
  // What goes on inwards is no line.
  expect(
    tornSides(
      planes((x) => (x < 80 ? 120 - 2 * (x - 40) : 40)),
      SIZE,
      INSIDE,
    ).left,
  ).toBe(0)
})
