import { expect, test } from 'vitest'
import { invertField } from '../../../../engine/face/warp/invert-field.ts'
import {
  type Displacement,
  identityDisplacement,
} from '../../../../engine/raster/warp/displacement.ts'

/** A forward field that shifts a disc of nodes to the right and up, steeply at its edge. */
function shiftedDisc(): Displacement {
  const field = identityDisplacement(240, 240, 4)
  for (let k = 0; k < field.dx.length; k++) {
    const away = Math.hypot((k % field.cols) - 30, Math.floor(k / field.cols) - 30)
    const weight = Math.max(0, 1 - away / 20) ** 2
    field.dx[k] = 14 * weight
    field.dy[k] = -9 * weight
  }
  return field
}

/** Bilinear value of a field at node coordinates. */
function at({ cols }: Displacement, values: Float32Array, x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - i, y - j]
  const k = j * cols + i
  const top = values[k]! * (1 - u) + values[k + 1]! * u
  const bottom = values[k + cols]! * (1 - u) + values[k + cols + 1]! * u
  return top * (1 - v) + bottom * v
}

test('a pixel that comes from p + d(p) is one that goes to p', () => {
  const forward = shiftedDisc()
  const back = invertField(forward)
  let moved = 0
  for (let k = 0; k < back.dx.length; k++) {
    if (back.dx[k] === 0 && back.dy[k] === 0) continue
    moved++
    const x = (k % back.cols) + back.dx[k]! / back.step
    const y = Math.floor(k / back.cols) + back.dy[k]! / back.step
    expect(Math.abs(back.dx[k]! + at(forward, forward.dx, x, y))).toBeLessThan(0.01)
    expect(Math.abs(back.dy[k]! + at(forward, forward.dy, x, y))).toBeLessThan(0.01)
  }
  expect(moved).toBeGreaterThan(500)
})

test('nodes that the forward field leaves alone stay', () => {
  const forward = shiftedDisc()
  const back = invertField(forward)
  for (let k = 0; k < back.dx.length; k++) {
    if (forward.dx[k] === 0 && forward.dy[k] === 0) expect([back.dx[k], back.dy[k]]).toEqual([0, 0])
  }
})
