import type { Displacement } from '../../../raster/displacement.ts'
import type { TorsoFrame } from './torso-frame.ts'

/**
 * Moves what is drawn at each place by a vector in the torso's frame (lengths from shoulders to hips; `out` to the
 * person's left, `down` towards the hips), which `by` gives for the place's own coordinates.
 */
export function addShift(
  field: Displacement,
  frame: TorsoFrame,
  by: (out: number, down: number) => { out: number; down: number } | undefined,
): void {
  const { step, cols, rows, dx, dy } = field
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const place = frame.of(i * step, j * step)
      const move = by(place.out, place.down)
      if (!move) continue
      const k = j * cols + i
      dx[k] = dx[k]! - (move.out * frame.left.x + move.down * frame.down.x) * frame.scale
      dy[k] = dy[k]! - (move.out * frame.left.y + move.down * frame.down.y) * frame.scale
    }
  }
}
