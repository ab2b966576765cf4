import type { Box } from '../../geometry/box.ts'
import type { Picture } from '../picture.ts'
import { unpremultiplyPixel } from '../pixels/premultiply.ts'
import { FIXED_ONE } from '../simd/fixed-point.ts'
import type { ResampleBlock } from '../simd/resample-row.ts'
import { FIXED_POINT_SLACK } from '../tuning.ts'
import { type Displacement, isVisibleShift } from './displacement.ts'
import { sampleBicubic } from './sample-bicubic.ts'

/** Rows of an area: from `top` up to but not including `bottom`. */
export type Rows = { top: number; bottom: number }

/** Source rows of an area. All bytes lie in the arena. */
export type Band = Rows & {
  /** Pixels in a row. */
  width: number
  /** RGBA of one row of cells being drawn. */
  cells: Uint8ClampedArray
  /** RGBA of the source rows. */
  source: Uint8ClampedArray
  /** Whether every pixel of the picture is opaque; if not, the source rows are premultiplied. */
  opaque: boolean
  resampleBlock: ResampleBlock
}

/** The pixels between four nodes, in pixels of the area: their first, how many, and the index of the first node. */
export type Cell = { left: number; top: number; columns: number; rows: number; firstNode: number }

/** Whether a cell moves visibly at one of its nodes. A bilinear field is nowhere longer than at its nodes. */
export function isCellMoved({ cols, dx, dy }: Displacement, a: number): boolean {
  const c = a + cols
  return (
    isVisibleShift(dx[a]!, dy[a]!) ||
    isVisibleShift(dx[a + 1]!, dy[a + 1]!) ||
    isVisibleShift(dx[c]!, dy[c]!) ||
    isVisibleShift(dx[c + 1]!, dy[c + 1]!)
  )
}

/** Whether all four nodes of a cell move visibly. */
function isCellMovedThroughout({ cols, dx, dy }: Displacement, a: number): boolean {
  const c = a + cols
  return (
    isVisibleShift(dx[a]!, dy[a]!) &&
    isVisibleShift(dx[a + 1]!, dy[a + 1]!) &&
    isVisibleShift(dx[c]!, dy[c]!) &&
    isVisibleShift(dx[c + 1]!, dy[c + 1]!)
  )
}

/** Draws the pixels of a cell; pixels that do not move are as in `area` of `old`. */
export function drawCell(
  cell: Cell,
  band: Band,
  field: Displacement,
  area: Box,
  old: Picture,
): void {
  if (!isInside(cell, band, field)) {
    drawPixelwise(cell, band, field)
    return
  }
  drawBlock(cell, band, field)
  // Drawing all pixels and restoring the still ones costs less than leaving them out.
  if (!isCellMovedThroughout(field, cell.firstNode))
    restoreStillPixels(cell, band, field, area, old)
}

/**
 * Whether the 4 x 4 pixels around every source position of a cell lie in the band: so it is if they do at its nodes.
 */
function isInside(
  { left, top, firstNode }: Cell,
  band: Band,
  { step, cols, dx, dy }: Displacement,
): boolean {
  const right = band.width - 2 - FIXED_POINT_SLACK
  const last = band.bottom - band.top - 2 - FIXED_POINT_SLACK
  const holds = (node: number, x: number, y: number): boolean => {
    const [across, down] = [x + dx[node]!, y + dy[node]!]
    return across >= 1 && across < right && down >= 1 && down < last
  }
  const end = left + step
  const above = top - band.top
  const below = above + step
  return (
    holds(firstNode, left, above) &&
    holds(firstNode + 1, end, above) &&
    holds(firstNode + cols, left, below) &&
    holds(firstNode + cols + 1, end, below)
  )
}

/** Offset in the band's `cells` of row n of a cell's pixels. */
function rowOffset({ left }: Cell, { width }: Band, n: number): number {
  return 4 * (n * width + left)
}

/** Draws all pixels of a cell with the kernel. */
function drawBlock(cell: Cell, band: Band, { step, cols, dx, dy }: Displacement): void {
  const { left, top, columns, rows, firstNode } = cell
  const c = firstNode + cols
  const [ax, ay] = [dx[firstNode]!, dy[firstNode]!]
  const perStep = FIXED_ONE / step
  // Differences of the nodes across and down, and the mixed difference of the bilinear field.
  const [acrossX, acrossY] = [dx[firstNode + 1]! - ax, dy[firstNode + 1]! - ay]
  const [downX, downY] = [dx[c]! - ax, dy[c]! - ay]
  const [bendX, bendY] = [dx[c + 1]! - dx[c]! - acrossX, dy[c + 1]! - dy[c]! - acrossY]
  band.resampleBlock(
    band.cells.byteOffset + rowOffset(cell, band, 0),
    4 * band.width,
    band.source.byteOffset,
    4 * band.width,
    columns,
    rows,
    (left + ax) * FIXED_ONE + 0.5,
    (top - band.top + ay) * FIXED_ONE + 0.5,
    FIXED_ONE + acrossX * perStep,
    acrossY * perStep,
    downX * perStep,
    FIXED_ONE + downY * perStep,
    (bendX * perStep) / step,
    (bendY * perStep) / step,
  )
  if (band.opaque) return
  for (let n = 0; n < rows; n++) {
    const from = rowOffset(cell, band, n)
    for (let at = from; at < from + 4 * columns; at += 4) unpremultiplyPixel(band.cells, at)
  }
}

/** Calls `visit` for each pixel, n down and m to the right in a cell, with its offset and its displacement (x, y). */
function forEachPixel(
  cell: Cell,
  band: Band,
  { step, cols, dx, dy }: Displacement,
  visit: (at: number, m: number, n: number, x: number, y: number) => void,
): void {
  const { firstNode, columns, rows } = cell
  const c = firstNode + cols
  for (let n = 0; n < rows; n++) {
    const at = rowOffset(cell, band, n)
    const v = n / step
    const xl = dx[firstNode]! + (dx[c]! - dx[firstNode]!) * v
    const xr = dx[firstNode + 1]! + (dx[c + 1]! - dx[firstNode + 1]!) * v
    const yl = dy[firstNode]! + (dy[c]! - dy[firstNode]!) * v
    const yr = dy[firstNode + 1]! + (dy[c + 1]! - dy[firstNode + 1]!) * v
    for (let m = 0; m < columns; m++) {
      const u = m / step
      visit(at + 4 * m, m, n, xl + (xr - xl) * u, yl + (yr - yl) * u)
    }
  }
}

/** Restores the bytes of pixels that do not move. */
function restoreStillPixels(
  cell: Cell,
  band: Band,
  field: Displacement,
  area: Box,
  old: Picture,
): void {
  const first = (area.top + cell.top) * old.width + area.left + cell.left
  forEachPixel(cell, band, field, (at, m, n, x, y) => {
    if (isVisibleShift(x, y)) return
    const from = 4 * (first + n * old.width + m)
    for (let k = 0; k < 4; k++) band.cells[at + k] = old.data[from + k]!
  })
}

const colour = new Float64Array(4)

/** Like {@link drawBlock}, for cells whose source reaches past the area: its edge repeats. Still pixels stay. */
function drawPixelwise(cell: Cell, band: Band, field: Displacement): void {
  const { cells, source, width, top, bottom, opaque } = band
  forEachPixel(cell, band, field, (at, m, n, x, y) => {
    if (!isVisibleShift(x, y)) return
    sampleBicubic(source, width, bottom - top, cell.left + m + x, cell.top - top + n + y, colour)
    for (let k = 0; k < 4; k++) cells[at + k] = colour[k]!
    if (!opaque) unpremultiplyPixel(cells, at)
  })
}
