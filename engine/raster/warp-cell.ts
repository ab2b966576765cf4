import { addressOf } from './arena.ts'
import type { Displacement } from './displacement.ts'
import type { Box, Picture } from './picture.ts'
import { unpremultiplyPixel } from './premultiply.ts'
import { sampleBicubic } from './sample.ts'
import { FIXED_ONE } from './simd/fixed-point.ts'
import { resamplingKernels } from './simd/resample-row.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const MIN_VISIBLE_SHIFT = 0.02

/** Rows of an area: from `top` to before `bottom`. */
export type Rows = { top: number; bottom: number }

/** Rows of a picture's area in the arena. */
export type Band = Rows & {
  width: number
  /** The rows of cells that are being made, */
  cells: Uint8ClampedArray
  /** and those they are made from. */
  source: Uint8ClampedArray
  opaque: boolean
}

/** Pixels between four nodes: the first, in the area, how many of them, and the first node's number. */
export type Cell = { left: number; top: number; columns: number; rows: number; firstNode: number }

function isVisibleShift(dx: number, dy: number): boolean {
  return dx * dx + dy * dy >= MIN_VISIBLE_SHIFT * MIN_VISIBLE_SHIFT
}

/** Whether something in a cell moves: nowhere between its nodes does it move further than at one of them. */
export function isCellMoved({ cols, dx, dy }: Displacement, a: number): boolean {
  const c = a + cols
  return (
    isVisibleShift(dx[a]!, dy[a]!) ||
    isVisibleShift(dx[a + 1]!, dy[a + 1]!) ||
    isVisibleShift(dx[c]!, dy[c]!) ||
    isVisibleShift(dx[c + 1]!, dy[c + 1]!)
  )
}

function isCellMovedThroughout({ cols, dx, dy }: Displacement, a: number): boolean {
  const c = a + cols
  return (
    isVisibleShift(dx[a]!, dy[a]!) &&
    isVisibleShift(dx[a + 1]!, dy[a + 1]!) &&
    isVisibleShift(dx[c]!, dy[c]!) &&
    isVisibleShift(dx[c + 1]!, dy[c + 1]!)
  )
}

/** Draws the pixels of a cell; what does not move is as in `old`, of which `area` is warped. */
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
  // To draw what is still too costs less than to leave it out.
  if (!isCellMovedThroughout(field, cell.firstNode))
    restoreStillPixels(cell, band, field, area, old)
}

/** What places may be off by when they are counted in whole parts of a pixel. */
const FIXED_POINT_SLACK = 0.01

/** Whether the sixteen pixels around each place between a cell's nodes lie in the band: around the nodes is enough. */
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

/** Where the n-th row of a cell's pixels begins in the band's. */
function rowOffset({ left }: Cell, { width }: Band, n: number): number {
  return 4 * (n * width + left)
}

function drawBlock(cell: Cell, band: Band, { step, cols, dx, dy }: Displacement): void {
  const { left, top, columns, rows, firstNode } = cell
  const c = firstNode + cols
  const [ax, ay] = [dx[firstNode]!, dy[firstNode]!]
  const perStep = FIXED_ONE / step
  // From node to node across and down, and by how much more across with each row.
  const [acrossX, acrossY] = [dx[firstNode + 1]! - ax, dy[firstNode + 1]! - ay]
  const [downX, downY] = [dx[c]! - ax, dy[c]! - ay]
  const [bendX, bendY] = [dx[c + 1]! - dx[c]! - acrossX, dy[c + 1]! - dy[c]! - acrossY]
  const { resampleBlock } = resamplingKernels()
  resampleBlock(
    addressOf(band.cells) + rowOffset(cell, band, 0),
    4 * band.width,
    addressOf(band.source),
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

/** Calls `visit` for the pixel n down and m to the right in a cell, with its address and by how much it is moved. */
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

/** Gives pixels that are still their bytes back. */
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

/** The same as {@link drawBlock} where some pixels show places outside the area, whose edge repeats; still ones stay. */
function drawPixelwise(cell: Cell, band: Band, field: Displacement): void {
  const { cells, source, width, top, bottom, opaque } = band
  forEachPixel(cell, band, field, (at, m, n, x, y) => {
    if (!isVisibleShift(x, y)) return
    sampleBicubic(source, width, bottom - top, cell.left + m + x, cell.top - top + n + y, colour)
    for (let k = 0; k < 4; k++) cells[at + k] = colour[k]!
    if (!opaque) unpremultiplyPixel(cells, at)
  })
}
