import type { Displacement } from '../../raster/warp/displacement.ts'

/** Bounds the iteration; the damping lets it converge where the field is steep. */
const MAX_ITERATIONS = 12
const DAMPING = 0.8

/** A correction below this, in pixels along each axis, ends the iteration: a warp samples at 1/512 of a pixel. */
const CONVERGED = 0.001

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
    for (let round = 0; round < MAX_ITERATIONS; round++) {
      sampleField(forward, i + x / step, j + y / step, move)
      const across = DAMPING * (move.x + x)
      const down = DAMPING * (move.y + y)
      x -= across
      y -= down
      if (Math.abs(across) < CONVERGED && Math.abs(down) < CONVERGED) break
    }
    back.dx[k] = x
    back.dy[k] = y
  }
}

/** Bilinear interpolation of a field; `x` and `y` count nodes. */
function sampleField(
  { cols, rows, dx, dy }: Displacement,
  x: number,
  y: number,
  out: { x: number; y: number },
): void {
  const cx = Math.min(cols - 1.001, Math.max(0, x))
  const cy = Math.min(rows - 1.001, Math.max(0, y))
  const x0 = Math.floor(cx)
  const y0 = Math.floor(cy)
  const a = y0 * cols + x0
  const c = a + cols
  const u = cx - x0
  const v = cy - y0
  const topLeft = (1 - u) * (1 - v)
  const topRight = u * (1 - v)
  const lowLeft = (1 - u) * v
  const lowRight = u * v
  out.x = dx[a]! * topLeft + dx[a + 1]! * topRight + dx[c]! * lowLeft + dx[c + 1]! * lowRight
  out.y = dy[a]! * topLeft + dy[a + 1]! * topRight + dy[c]! * lowLeft + dy[c + 1]! * lowRight
}
