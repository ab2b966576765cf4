import type { Point } from '../../geometry/point.ts'
import { blendStops, stopClamped } from '../../geometry/sample.ts'
import type { Displacement } from '../../raster/warp/displacement.ts'
import { INVERT_CONVERGED, INVERT_DAMPING, INVERT_ITERATIONS } from '../tuning.ts'

/** Scratch: where a place lies between the nodes. */
const column = stopClamped(0, 1)
const row = stopClamped(0, 1)

/**
 * Inverts a forward field m (the pixel at q goes to q + m(q)) into the backward field d (the result at p shows p +
 * d(p)) by fixed-point iteration of d(p) = -m(p + d(p)) (Chen et al., "A simple fixed-point approach to invert a
 * deformation field", Medical Physics 35, 2008). Nodes that the forward field leaves alone stay 0.
 */
export function invertField(forward: Displacement): Displacement {
  const { cols, rows } = forward
  const size = cols * rows
  const back = { ...forward, dx: new Float32Array(size), dy: new Float32Array(size) }
  for (let j = 0; j < rows; j++) invertRow(forward, back, j)
  return back
}

function invertRow(forward: Displacement, back: Displacement, j: number): void {
  const { step, cols } = forward
  const move = { x: 0, y: 0 }
  let x = 0
  let y = 0
  for (let i = 0, k = j * cols; i < cols; i++, k++) {
    if (forward.dx[k] === 0 && forward.dy[k] === 0) {
      x = 0
      y = 0
      continue
    }
    // Starts from the solution of the left neighbour, which is close.
    for (let round = 0; round < INVERT_ITERATIONS; round++) {
      sampleField(forward, i + x / step, j + y / step, move)
      const across = INVERT_DAMPING * (move.x + x)
      const down = INVERT_DAMPING * (move.y + y)
      x -= across
      y -= down
      if (Math.abs(across) < INVERT_CONVERGED && Math.abs(down) < INVERT_CONVERGED) break
    }
    back.dx[k] = x
    back.dy[k] = y
  }
}

/** The bilinear value of a field; `x` and `y` count nodes, edges repeat. */
function sampleField({ cols, rows, dx, dy }: Displacement, x: number, y: number, out: Point): void {
  stopClamped(x, cols, column)
  stopClamped(y, rows, row)
  out.x = blendStops(dx, cols, column, row)
  out.y = blendStops(dy, cols, column, row)
}
