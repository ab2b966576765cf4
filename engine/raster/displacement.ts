import { boxBlur } from './box-blur.ts'

/**
 * A backward displacement field on a coarse grid: the result's pixel p takes its colour from p + d(p). Node (i, j)
 * sits at pixel (i * step, j * step); d is bilinear between nodes. Displacements are in pixels.
 */
export type Displacement = {
  step: number
  cols: number
  rows: number
  dx: Float32Array
  dy: Float32Array
}

/** A field of zeros that covers a picture of this size. */
export function stillField(width: number, height: number, step: number): Displacement {
  const cols = Math.ceil((width - 1) / step) + 2
  const rows = Math.ceil((height - 1) / step) + 2
  return { step, cols, rows, dx: new Float32Array(cols * rows), dy: new Float32Array(cols * rows) }
}

/** The same field without kinks narrower than about `radius` nodes. */
export function smoothField(field: Displacement, radius: number): Displacement {
  const { cols: width, rows: height } = field
  const soften = (data: Float32Array) =>
    boxBlur(boxBlur({ width, height, data }, radius), radius).data
  return { ...field, dx: soften(field.dx), dy: soften(field.dy) }
}

/**
 * Keeps the map p -> p + d(p) one-to-one: neighbouring nodes may differ by at most `slope` of their distance in each
 * component, so that the Jacobian determinant stays above (1 - slope)² - slope², positive below 0.5. Differences that
 * are too steep are shared between both nodes, sweep after sweep; the field is changed in place.
 */
export function limitSlope(field: Displacement, slope = 0.48): void {
  const most = slope * field.step
  for (let sweep = 0; sweep < 200; sweep++) {
    const a = relax(field.dx, field, most)
    const b = relax(field.dy, field, most)
    if (!a && !b) return
  }
}

function relax(values: Float32Array, { cols, rows }: Displacement, most: number): boolean {
  let changed = false
  const share = (i: number, k: number) => {
    const excess = values[k]! - values[i]!
    const over = Math.abs(excess) - most
    if (over <= 1e-4) return
    const move = (Math.sign(excess) * over) / 2
    values[i] = values[i]! + move
    values[k] = values[k]! - move
    changed = true
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const i = y * cols + x
      if (x + 1 < cols) share(i, i + 1)
      if (y + 1 < rows) share(i, i + cols)
    }
  }
  return changed
}

/** The longest displacement in the field, pixels. */
export function longest(field: Displacement): number {
  let most = 0
  for (let i = 0; i < field.dx.length; i++) {
    most = Math.max(most, field.dx[i]! ** 2 + field.dy[i]! ** 2)
  }
  return Math.sqrt(most)
}

/**
 * Calls `visit(x, y, dx, dy)` for each pixel of a width x height picture that the field moves; cells whose four nodes
 * are still are skipped whole.
 */
export function eachMoved(
  field: Displacement,
  width: number,
  height: number,
  visit: (x: number, y: number, dx: number, dy: number) => void,
): void {
  const { step, cols, rows, dx, dy } = field
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < cols; i++) {
      const a = j * cols + i
      const c = a + cols
      if (!(dx[a] || dx[a + 1] || dx[c] || dx[c + 1] || dy[a] || dy[a + 1] || dy[c] || dy[c + 1]))
        continue
      const bottom = Math.min(height, (j + 1) * step)
      const right = Math.min(width, (i + 1) * step)
      for (let y = j * step; y < bottom; y++) {
        const v = (y - j * step) / step
        const xl = dx[a]! + (dx[c]! - dx[a]!) * v
        const xr = dx[a + 1]! + (dx[c + 1]! - dx[a + 1]!) * v
        const yl = dy[a]! + (dy[c]! - dy[a]!) * v
        const yr = dy[a + 1]! + (dy[c + 1]! - dy[a + 1]!) * v
        for (let x = i * step; x < right; x++) {
          const u = (x - i * step) / step
          visit(x, y, xl + (xr - xl) * u, yl + (yr - yl) * u)
        }
      }
    }
  }
}
