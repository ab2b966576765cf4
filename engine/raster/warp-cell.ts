import type { Displacement } from './displacement.ts'
import type { Box, Picture } from './picture.ts'
import { unpremultiplyPixel } from './premultiply.ts'
import { sampleBicubic } from './sample.ts'
import { PARTS, type ResampleBlock, TABLES_END } from './simd/resample-line.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const STILL = 0.02

/** Rows of an area: from `top` to before `bottom`. */
export type Rows = { top: number; bottom: number }

/** Rows of a picture's area in the memory of the kernel. */
export type Band = Rows & {
  width: number
  /** The memory's bytes: at {@link TABLES_END} stand the rows that are being made, */
  bytes: Uint8ClampedArray
  /** and the band's here. */
  start: number
  opaque: boolean
  resample: ResampleBlock
}

/** Pixels between four nodes: the first, in the area, how many of them, and the first node's number. */
export type Cell = { left: number; top: number; columns: number; rows: number; a: number }

function isFar(dx: number, dy: number): boolean {
  return dx * dx + dy * dy >= STILL * STILL
}

/** Whether something in a cell moves: nowhere between its nodes does it move further than at one of them. */
export function isMoved({ cols, dx, dy }: Displacement, a: number): boolean {
  const c = a + cols
  return (
    isFar(dx[a]!, dy[a]!) ||
    isFar(dx[a + 1]!, dy[a + 1]!) ||
    isFar(dx[c]!, dy[c]!) ||
    isFar(dx[c + 1]!, dy[c + 1]!)
  )
}

function movesWhole({ cols, dx, dy }: Displacement, a: number): boolean {
  const c = a + cols
  return (
    isFar(dx[a]!, dy[a]!) &&
    isFar(dx[a + 1]!, dy[a + 1]!) &&
    isFar(dx[c]!, dy[c]!) &&
    isFar(dx[c + 1]!, dy[c + 1]!)
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
    drawOneByOne(cell, band, field)
    return
  }
  drawBlock(cell, band, field)
  // To draw what is still too costs less than to leave it out.
  if (!movesWhole(field, cell.a)) keepStill(cell, band, field, area, old)
}

/** What places may be off by when they are counted in whole parts of a pixel. */
const SLACK = 0.01

/** Whether the sixteen pixels around each place between a cell's nodes lie in the band: around the nodes is enough. */
function isInside(
  { left, top, a }: Cell,
  band: Band,
  { step, cols, dx, dy }: Displacement,
): boolean {
  const right = band.width - 2 - SLACK
  const last = band.bottom - band.top - 2 - SLACK
  const holds = (node: number, x: number, y: number): boolean => {
    const [across, down] = [x + dx[node]!, y + dy[node]!]
    return across >= 1 && across < right && down >= 1 && down < last
  }
  const end = left + step
  const above = top - band.top
  const below = above + step
  return (
    holds(a, left, above) &&
    holds(a + 1, end, above) &&
    holds(a + cols, left, below) &&
    holds(a + cols + 1, end, below)
  )
}

/** The address of the n-th row of a cell's pixels. */
function madeAt({ left }: Cell, { width }: Band, n: number): number {
  return TABLES_END + 4 * (n * width + left)
}

function drawBlock(cell: Cell, band: Band, { step, cols, dx, dy }: Displacement): void {
  const { left, top, columns, rows, a } = cell
  const c = a + cols
  const [ax, ay] = [dx[a]!, dy[a]!]
  const perStep = PARTS / step
  // From node to node across and down, and by how much more across with each row.
  const [acrossX, acrossY] = [dx[a + 1]! - ax, dy[a + 1]! - ay]
  const [downX, downY] = [dx[c]! - ax, dy[c]! - ay]
  const [bendX, bendY] = [dx[c + 1]! - dx[c]! - acrossX, dy[c + 1]! - dy[c]! - acrossY]
  band.resample(
    madeAt(cell, band, 0),
    4 * band.width,
    band.start,
    4 * band.width,
    columns,
    rows,
    (left + ax) * PARTS + 0.5,
    (top - band.top + ay) * PARTS + 0.5,
    PARTS + acrossX * perStep,
    acrossY * perStep,
    downX * perStep,
    PARTS + downY * perStep,
    (bendX * perStep) / step,
    (bendY * perStep) / step,
  )
  if (band.opaque) return
  for (let n = 0; n < rows; n++) {
    const from = madeAt(cell, band, n)
    for (let at = from; at < from + 4 * columns; at += 4) unpremultiplyPixel(band.bytes, at)
  }
}

/** Calls `visit` for the pixel n down and m to the right in a cell, with its address and by how much it is moved. */
function eachPixel(
  cell: Cell,
  band: Band,
  { step, cols, dx, dy }: Displacement,
  visit: (at: number, m: number, n: number, x: number, y: number) => void,
): void {
  const { a, columns, rows } = cell
  const c = a + cols
  for (let n = 0; n < rows; n++) {
    const at = madeAt(cell, band, n)
    const v = n / step
    const xl = dx[a]! + (dx[c]! - dx[a]!) * v
    const xr = dx[a + 1]! + (dx[c + 1]! - dx[a + 1]!) * v
    const yl = dy[a]! + (dy[c]! - dy[a]!) * v
    const yr = dy[a + 1]! + (dy[c + 1]! - dy[a + 1]!) * v
    for (let m = 0; m < columns; m++) {
      const u = m / step
      visit(at + 4 * m, m, n, xl + (xr - xl) * u, yl + (yr - yl) * u)
    }
  }
}

/** Gives pixels that are still their bytes back. */
function keepStill(cell: Cell, band: Band, field: Displacement, area: Box, old: Picture): void {
  const first = (area.top + cell.top) * old.width + area.left + cell.left
  eachPixel(cell, band, field, (at, m, n, x, y) => {
    if (isFar(x, y)) return
    const from = 4 * (first + n * old.width + m)
    for (let k = 0; k < 4; k++) band.bytes[at + k] = old.data[from + k]!
  })
}

const colour = new Float64Array(4)

/** The same as {@link drawBlock} where some pixels show places outside the area, whose edge repeats; still ones stay. */
function drawOneByOne(cell: Cell, band: Band, field: Displacement): void {
  const { bytes, width, top, bottom, start, opaque } = band
  const pixels = bytes.subarray(start)
  eachPixel(cell, band, field, (at, m, n, x, y) => {
    if (!isFar(x, y)) return
    sampleBicubic(pixels, width, bottom - top, cell.left + m + x, cell.top - top + n + y, colour)
    for (let k = 0; k < 4; k++) bytes[at + k] = colour[k]!
    if (!opaque) unpremultiplyPixel(bytes, at)
  })
}
