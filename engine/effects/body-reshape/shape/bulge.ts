import type { Displacement } from '../../../raster/displacement.ts'
import type { Point } from '../../../raster/picture.ts'

/** Magnifies (positive) or shrinks what lies around `centre`, by `strength` in the middle and not at all at `radius`. */
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
