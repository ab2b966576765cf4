import { copyPlane, withArena } from './arena.ts'
import { convolvePlane } from './pyramid-blur.ts'

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

/** Cells of one kind: the number of each cell's kind, by the index of its first node, and the number that is meant. */
export type CellSelection = { kinds: Uint8Array; kind: number }

/** A field of zeros that covers a picture of this size. */
export function identityDisplacement(width: number, height: number, step: number): Displacement {
  const cols = Math.ceil((width - 1) / step) + 2
  const rows = Math.ceil((height - 1) / step) + 2
  return { step, cols, rows, dx: new Float32Array(cols * rows), dy: new Float32Array(cols * rows) }
}

/** The same field without kinks narrower than about `radius` nodes, by two means of so many nodes to each side. */
export function smoothDisplacement(field: Displacement, radius: number): Displacement {
  const size = { width: field.cols, height: field.rows }
  const both = 2 * radius + 1
  const weights = Float32Array.from({ length: both }, (_, k) => (both - k) / (both * both))
  const soften = (plane: Float32Array) =>
    withArena(() => new Float32Array(convolvePlane(copyPlane(plane), size, weights)))
  return { ...field, dx: soften(field.dx), dy: soften(field.dy) }
}

/**
 * Keeps the map p -> p + d(p) one-to-one: where a cell of the grid would fold over, or shrink below `least` of its area,
 * its nodes are eased towards their neighbours' mean until it does not. Changes the field in place.
 */
export function removeFolds(field: Displacement, least = 0.12): void {
  for (let pass = 0; pass < 300; pass++) {
    const folded = foldedNodes(field, least)
    if (folded.size === 0) return
    for (const values of [field.dx, field.dy]) {
      const eased = [...folded].map((i) => (values[i]! + neighbourhoodMean(values, field, i)) / 2)
      let k = 0
      for (const i of folded) values[i] = eased[k++]!
    }
  }
}

/** The smallest area a unit of the result is drawn from, anywhere in the field: at most 0 means that it folds. */
export function minJacobian(field: Displacement): number {
  let least = 1
  forEachCorner(field, (area) => {
    least = Math.min(least, area)
  })
  return least
}

function foldedNodes(field: Displacement, least: number): Set<number> {
  const nodes = new Set<number>()
  const note: VisitCorner = (area, i) => {
    if (area < least) for (const k of [i, i + 1, i + field.cols, i + field.cols + 1]) nodes.add(k)
  }
  for (let y = 0; y + 1 < field.rows; y++) {
    if (steepestDifference(field, y) > ((1 - least) / 2) * field.step)
      forEachCornerOfRow(field, y, note)
  }
  return nodes
}

/**
 * The most that neighbouring nodes of a row of cells differ by, across or down, pixels. With `m` of a step no corner's
 * area is below (1 - m)² - m² = 1 - 2m.
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

/** Given the Jacobian determinant at a corner of a cell, and the cell's first node. */
type VisitCorner = (area: number, i: number) => void

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

function neighbourhoodMean(values: Float32Array, { cols, rows }: Displacement, i: number): number {
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

/** The longest displacement in the field, pixels. */
export function maxDisplacement(field: Displacement): number {
  let most = 0
  for (let i = 0; i < field.dx.length; i++) {
    most = Math.max(most, field.dx[i]! ** 2 + field.dy[i]! ** 2)
  }
  return Math.sqrt(most)
}

/**
 * Calls `visit(x, y, dx, dy)` for each pixel of a width x height picture that the field moves; cells whose four nodes
 * are still, or whose first node has another kind than is wanted, are skipped whole.
 */
export function forEachMovedPixel(
  field: Displacement,
  width: number,
  height: number,
  visit: (x: number, y: number, dx: number, dy: number) => void,
  wanted?: CellSelection,
): void {
  const { step, cols, rows, dx, dy } = field
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < cols; i++) {
      const a = j * cols + i
      const c = a + cols
      if (wanted && wanted.kinds[a] !== wanted.kind) continue
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
