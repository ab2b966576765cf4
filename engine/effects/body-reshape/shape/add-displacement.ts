import type { Point } from '../../../geometry/point.ts'
import type { Displacement } from '../../../raster/warp/displacement.ts'
import type { TorsoFrame } from './torso-frame.ts'

/**
 * Adds a bulge to a field, in place: magnifies what lies around `centre`, by `strength` in the middle and not at all
 * from `radius` pixels on. A negative strength shrinks it.
 */
export function addBulge(
  field: Displacement,
  centre: Point,
  radius: number,
  strength: number,
): void {
  if (strength === 0) return
  const { step, cols, rows, dx, dy } = field
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const x = i * step - centre.x
      const y = j * step - centre.y
      const r = Math.hypot(x, y) / radius
      if (r >= 1) continue
      const pull = -strength * (1 - r * r) ** 2
      const k = j * cols + i
      dx[k] = dx[k]! + x * pull
      dy[k] = dy[k]! + y * pull
    }
  }
}

/**
 * Adds a shift to a field, in place: moves the content at each node by the vector that `by` returns for the node's
 * coordinates in the torso's frame, see TorsoFrame. Where `by` returns undefined nothing moves.
 */
export function addShift(
  field: Displacement,
  frame: TorsoFrame,
  by: (out: number, down: number) => { out: number; down: number } | undefined,
): void {
  const { step, cols, rows, dx, dy } = field
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const at = frame.of(i * step, j * step)
      const move = by(at.out, at.down)
      if (!move) continue
      const k = j * cols + i
      dx[k] = dx[k]! - (move.out * frame.left.x + move.down * frame.down.x) * frame.scale
      dy[k] = dy[k]! - (move.out * frame.left.y + move.down * frame.down.y) * frame.scale
    }
  }
}

/**
 * Adds a vertical stretch to a field, in place: between the rows `top` and `bottom` of the result the picture is
 * stretched evenly, above them it moves up by `up` pixels, below them down by `down`.
 */
export function addStretch(
  field: Displacement,
  top: number,
  bottom: number,
  up: number,
  down: number,
): void {
  const { step, cols, rows, dy } = field
  for (let j = 0; j < rows; j++) {
    const f = Math.min(1, Math.max(0, (j * step - top) / (bottom - top)))
    for (let i = 0; i < cols; i++) {
      dy[j * cols + i] = dy[j * cols + i]! + up * (1 - f) - down * f
    }
  }
}
