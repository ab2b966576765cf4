import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { sampleClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import type { ModelWindow } from './model-window.ts'

/** A grid over a part of a picture: its cells, and how many pixels each has along both sides. */
export type PlaneGrid = Size & { area: Box; step: Point }

/** The value of an output plane in each cell of a grid, bilinear; edges repeat. */
export function planeOnGrid(
  plane: Size & { data: Float32Array },
  window: ModelWindow,
  { area, step, width, height }: PlaneGrid,
): Float32Array {
  const found = new Float32Array(width * height)
  const across = plane.width / window.width
  const down = plane.height / window.height
  for (let row = 0, to = 0; row < height; row++) {
    const y = (area.top + (row + 0.5) * step.y - window.top) * down - 0.5
    for (let column = 0; column < width; column++, to++) {
      const x = (area.left + (column + 0.5) * step.x - window.left) * across - 0.5
      found[to] = sampleClamped(plane.data, plane, x, y)
    }
  }
  return found
}
