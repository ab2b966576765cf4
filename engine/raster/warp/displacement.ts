import { copyPlane, withArena } from '../arena.ts'
import { convolvePlane } from '../filter/convolution.ts'
import { LEAST_AREA, MIN_VISIBLE_SHIFT } from '../tuning.ts'

/**
 * A backward displacement field on a coarse grid: pixel p of the result takes its colour from p + d(p). Node (i, j)
 * lies at pixel (i * step, j * step), and d is bilinear between the four nodes of a cell. A cell is numbered by the
 * index of its top left node.
 */
export type Displacement = {
  /** Pixels between nodes. */
  step: number
  /** Nodes across and down. */
  cols: number
  rows: number
  /** Displacement at each node, pixels. */
  dx: Float32Array
  dy: Float32Array
}

/** The cells of a field whose entry in `kinds`, by the number of the cell, is `kind`. */
export type CellSelection = { kinds: Uint8Array; kind: number }

/** Whether a displacement in pixels can be seen. Pixels whose displacement cannot keep their bytes. */
export function isVisibleShift(dx: number, dy: number): boolean {
  return dx * dx + dy * dy >= MIN_VISIBLE_SHIFT * MIN_VISIBLE_SHIFT
}

/** The identity: a field of zeros that covers a picture of this size, with nodes every `step` pixels. */
export function identityDisplacement(width: number, height: number, step: number): Displacement {
  const cols = Math.ceil((width - 1) / step) + 2
  const rows = Math.ceil((height - 1) / step) + 2
  return { step, cols, rows, dx: new Float32Array(cols * rows), dy: new Float32Array(cols * rows) }
}

/** A new field smoothed by a triangular kernel: two box means of `radius` nodes to each side. Kinks get that wide. */
export function smoothDisplacement(field: Displacement, radius: number): Displacement {
  const size = { width: field.cols, height: field.rows }
  const both = 2 * radius + 1
  const weights = Float32Array.from({ length: both }, (_, k) => (both - k) / (both * both))
  const smooth = (plane: Float32Array) =>
    withArena(() => new Float32Array(convolvePlane(copyPlane(plane), size, weights)))
  return { ...field, dx: smooth(field.dx), dy: smooth(field.dy) }
}

/**
 * Keeps the map p -> p + d(p) one-to-one. Where a cell would fold, or shrink below `least` of its area, its nodes move
 * halfway to the mean of their neighbours, over and over until no cell does (at most 300 passes). Changes the field in
 * place.
 */
export function removeFolds(field: Displacement, least = LEAST_AREA): void {
  for (let pass = 0; pass < 300; pass++) {
    const folded = foldedNodes(field, least)
    if (folded.size === 0) return
    for (const values of [field.dx, field.dy]) {
      const means = [...folded].map((i) => (values[i]! + neighbourhoodMean(values, field, i)) / 2)
      let k = 0
      for (const i of folded) values[i] = means[k++]!
    }
  }
}

/** The least Jacobian determinant of p -> p + d(p) over all cells, at most 1: the field folds where it is 0 or less. */
export function minJacobian(field: Displacement): number {
  let least = 1
  forEachCorner(field, (jacobian) => {
    least = Math.min(least, jacobian)
  })
  return least
}

/** The nodes of all cells with a Jacobian below `least`. */
function foldedNodes(field: Displacement, least: number): Set<number> {
  const nodes = new Set<number>()
  const note: VisitCorner = (jacobian, i) => {
    if (jacobian >= least) return
    for (const k of [i, i + 1, i + field.cols, i + field.cols + 1]) nodes.add(k)
  }
  for (let y = 0; y + 1 < field.rows; y++) {
    if (steepestDifference(field, y) > ((1 - least) / 2) * field.step)
      forEachCornerOfRow(field, y, note)
  }
  return nodes
}

/**
 * The largest difference of neighbouring nodes in a row of cells, across or down, in pixels. If it is m steps, no
 * Jacobian in the row is below (1 - m)² - m² = 1 - 2m.
 */
function steepestDifference({ cols, dx, dy }: Displacement, y: number): number {
  let most = 0
  const end = (y + 1) * cols
  for (let i = y * cols; i < end; i++) {
    const low = i + cols
    most = Math.max(most, Math.abs(dx[low]! - dx[i]!), Math.abs(dy[low]! - dy[i]!))
    if (i + 1 === end) break
    most = Math.max(most, Math.abs(dx[i + 1]! - dx[i]!), Math.abs(dy[i + 1]! - dy[i]!))
    most = Math.max(most, Math.abs(dx[low + 1]! - dx[low]!), Math.abs(dy[low + 1]! - dy[low]!))
  }
  return most
}

/** Receives the Jacobian determinant at a corner of a cell, and the number of the cell. */
type VisitCorner = (jacobian: number, i: number) => void

function forEachCorner(field: Displacement, visit: VisitCorner): void {
  for (let y = 0; y + 1 < field.rows; y++) forEachCornerOfRow(field, y, visit)
}

function forEachCornerOfRow(
  { step, cols, dx, dy }: Displacement,
  y: number,
  visit: VisitCorner,
): void {
  for (let i = y * cols; i + 1 < (y + 1) * cols; i++) {
    for (let corner = 0; corner < 4; corner++) {
      const h = i + (corner >> 1) * cols
      const v = i + (corner & 1)
      const xx = 1 + (dx[h + 1]! - dx[h]!) / step
      const yx = (dy[h + 1]! - dy[h]!) / step
      const xy = (dx[v + cols]! - dx[v]!) / step
      const yy = 1 + (dy[v + cols]! - dy[v]!) / step
      visit(xx * yy - xy * yx, i)
    }
  }
}

/** Mean of a node and its up to eight neighbours. */
export function neighbourhoodMean(
  values: Float32Array,
  { cols, rows }: Displacement,
  i: number,
): number {
  const x = i % cols
  const y = (i - x) / cols
  let sum = 0
  let count = 0
  for (let yy = Math.max(0, y - 1); yy <= Math.min(rows - 1, y + 1); yy++) {
    for (let xx = Math.max(0, x - 1); xx <= Math.min(cols - 1, x + 1); xx++) {
      sum += values[yy * cols + xx]!
      count++
    }
  }
  return sum / count
}

/** The length of the longest displacement in the field, in pixels. */
export function maxDisplacement(field: Displacement): number {
  let most = 0
  for (let i = 0; i < field.dx.length; i++) {
    most = Math.max(most, field.dx[i]! ** 2 + field.dy[i]! ** 2)
  }
  return Math.sqrt(most)
}

/**
 * Calls `visit(x, y, dx, dy)` for each pixel of a width x height picture that the field moves. Cells whose four nodes
 * are all zero are skipped, and so are those outside the selection, if there is one.
 */
export function forEachMovedPixel(
  field: Displacement,
  width: number,
  height: number,
  visit: (x: number, y: number, dx: number, dy: number) => void,
  selection?: CellSelection,
): void {
  const { cols, rows } = field
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < cols; i++) {
      if (selection && selection.kinds[j * cols + i] !== selection.kind) continue
      visitCell(field, i, j, width, height, visit)
    }
  }
}

/** Visits the pixels of a cell, unless its four nodes are all zero. */
function visitCell(
  { step, cols, dx, dy }: Displacement,
  i: number,
  j: number,
  width: number,
  height: number,
  visit: (x: number, y: number, dx: number, dy: number) => void,
): void {
  const a = j * cols + i
  const c = a + cols
  if (!(dx[a] || dx[a + 1] || dx[c] || dx[c + 1] || dy[a] || dy[a + 1] || dy[c] || dy[c + 1]))
    return
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
