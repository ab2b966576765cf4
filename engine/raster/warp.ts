import type { Displacement, OneKind } from './displacement.ts'
import { pixelsToChange } from './give-up.ts'
import type { Box, Picture } from './picture.ts'
import { premultiply, unpremultiplyPixel } from './premultiply.ts'
import { sampleBicubic } from './sample.ts'
import { PARTS, type ResampleLine, resamplingBench, TABLES_END } from './simd/resample-line.ts'
import { isOpaque } from './words.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const STILL = 0.02

/** Rows that are made from one copy of the rows they may show. */
const BAND = 256

/**
 * A picture, new unless it is given up, whose pixel p of `area` shows what `picture` shows at p + d(p), `field` being
 * laid on that area.
 * Pixels that do not move, all outside the area, and all in cells of another kind than is wanted keep their bytes.
 * Nothing is drawn from outside the area.
 */
export function warp(picture: Picture, field: Displacement, area: Box, wanted?: OneKind): Picture {
  const opaque = isOpaque(picture)
  const source = opaque ? picture : premultiply(picture)
  const result = { ...picture, data: pixelsToChange(picture) }
  let before: Band | undefined
  for (const { first, end, rows } of bandsOf(field, area.height)) {
    const band = copyRows(source, area, rows, before)
    warpBand(result, band, field, { area, first, end, opaque, wanted })
    before = band
  }
  return result
}

/** Rows of an area: from `top` to before `bottom`. */
type Rows = { top: number; bottom: number }

/**
 * The parts of a field in which something moves, by their first and last row of nodes, and the rows that they may show.
 * None shows rows above those of the band before, for these may be changed already.
 */
function bandsOf(
  field: Displacement,
  height: number,
): { first: number; end: number; rows: Rows }[] {
  const cells = Math.max(1, Math.floor(BAND / field.step))
  const bands: { first: number; end: number; rows: Rows }[] = []
  for (let first = 0; first * field.step < height; first += cells) {
    const end = Math.min(field.rows - 1, first + cells)
    const rows = rowsBehind(field, first, end, height)
    if (rows) bands.push({ first, end, rows })
  }
  for (let n = bands.length - 1; n > 0; n--) {
    const [{ rows: above }, { rows }] = [bands[n - 1]!, bands[n]!]
    above.top = Math.min(above.top, rows.top)
    // Bands hang together, so that what is shown of the one before can be taken out of it.
    above.bottom = Math.max(above.bottom, Math.min(rows.bottom, bands[n - 1]!.end * field.step))
  }
  return bands
}

/** The rows that pixels between two rows of nodes may show; undefined where nothing moves. */
function rowsBehind(
  { step, cols, dx, dy }: Displacement,
  first: number,
  end: number,
  height: number,
): Rows | undefined {
  let moves = false
  let low = 0
  let high = 0
  for (let i = first * cols; i < (end + 1) * cols; i++) {
    if (dx[i] !== 0 || dy[i] !== 0) moves = true
    low = Math.min(low, dy[i]!)
    high = Math.max(high, dy[i]!)
  }
  if (!moves) return undefined
  const top = Math.min(height - 1, Math.max(0, Math.floor(first * step + low) - 1))
  return { top, bottom: Math.min(height, Math.max(top, Math.ceil(end * step + high)) + 3) }
}

type Row = Uint8ClampedArray

/** A row that is being made, and what is in the picture until it is. */
type Rewritten = { row: Row; old: Row }

/** Rows of a picture's area in the memory of the kernel. */
type Band = Rows & {
  width: number
  pixels: Uint8ClampedArray
  /** The memory's bytes; a row that is being made stands at {@link TABLES_END}, */
  bytes: Uint8ClampedArray
  /** and the band's pixels here. */
  start: number
  run: ResampleLine
}

/** @param before the band above, whose rows in the picture may have been changed since they were copied */
function copyRows({ width, data }: Picture, area: Box, rows: Rows, before: Rows | undefined): Band {
  const stride = area.width * 4
  const start = TABLES_END + stride
  const { memory, runs } = resamplingBench(start + (rows.bottom - rows.top) * stride)
  const bytes = new Uint8ClampedArray(memory)
  let y = rows.top
  if (before && y < before.bottom) {
    const from = start + (y - before.top) * stride
    y = Math.min(rows.bottom, before.bottom)
    bytes.copyWithin(start, from, from + (y - rows.top) * stride)
  }
  for (let to = start + (y - rows.top) * stride; y < rows.bottom; y++, to += stride) {
    const from = ((area.top + y) * width + area.left) * 4
    bytes.set(data.subarray(from, from + stride), to)
  }
  return {
    ...rows,
    width: area.width,
    pixels: bytes.subarray(start),
    bytes,
    start,
    run: runs.resampleLine,
  }
}

type Where = {
  area: Box
  first: number
  end: number
  opaque: boolean
  wanted: OneKind | undefined
}

/** Makes the pixels between two rows of nodes, row by row, and puts them into the result. */
function warpBand(result: Picture, band: Band, field: Displacement, where: Where): void {
  const { area, first, end } = where
  const stride = area.width * 4
  const row = band.bytes.subarray(TABLES_END, TABLES_END + stride)
  const bottom = Math.min(area.height, end * field.step)
  for (let y = first * field.step; y < bottom; y++) {
    const at = ((area.top + y) * result.width + area.left) * 4
    const old = result.data.subarray(at, at + stride)
    row.set(old)
    if (warpRow(band, { row, old }, field, y, where)) old.set(row)
  }
}

/** Neighbouring pixels of one row: the n-th shows the band at (x + n stepX, y + n stepY). */
type Run = { left: number; count: number; x: number; y: number; stepX: number; stepY: number }

/** Makes one row of pixels, cell by cell; false when none of them moves. */
function warpRow(
  band: Band,
  { row, old }: Rewritten,
  { step, cols, dx, dy }: Displacement,
  y: number,
  { opaque, wanted }: Where,
): boolean {
  const v = (y % step) / step
  const line: Run = { left: 0, count: 0, x: 0, y: 0, stepX: 0, stepY: 0 }
  let any = false
  for (let left = 0, a = Math.floor(y / step) * cols; left < band.width; left += step, a++) {
    if (wanted && wanted.kinds[a] !== wanted.kind) continue
    const c = a + cols
    const xl = dx[a]! + (dx[c]! - dx[a]!) * v
    const xr = dx[a + 1]! + (dx[c + 1]! - dx[a + 1]!) * v
    const yl = dy[a]! + (dy[c]! - dy[a]!) * v
    const yr = dy[a + 1]! + (dy[c + 1]! - dy[a + 1]!) * v
    const leftMove = xl * xl + yl * yl
    const rightMove = xr * xr + yr * yr
    // Between its ends a run moves no further than at one of them.
    if (leftMove < STILL * STILL && rightMove < STILL * STILL) continue
    any = true
    line.left = left
    line.count = Math.min(step, band.width - left)
    line.x = left + xl
    line.y = y - band.top + yl
    line.stepX = 1 + (xr - xl) / step
    line.stepY = (yr - yl) / step
    const moves = leftMove >= STILL * STILL && rightMove >= STILL * STILL
    if (!isInside(line, band)) {
      drawOneByOne(line, band, row, y - band.top, opaque)
      continue
    }
    drawRun(line, band, row, opaque)
    if (!moves) keepStill(line, { row, old }, y - band.top)
  }
  return any
}

/** What places may be off by when they are counted in whole parts of a pixel. */
const SLACK = 0.01

/** Whether the sixteen pixels around each place of a run lie in the band: around its ends is enough. */
function isInside({ count, x, y, stepX, stepY }: Run, { width, top, bottom }: Band): boolean {
  const endX = x + (count - 1) * stepX
  const endY = y + (count - 1) * stepY
  const right = width - 2 - SLACK
  const lowest = bottom - top - 2 - SLACK
  return (
    x >= 1 &&
    x < right &&
    endX >= 1 &&
    endX < right &&
    y >= 1 &&
    y < lowest &&
    endY >= 1 &&
    endY < lowest
  )
}

function drawRun(line: Run, { width, start, run }: Band, row: Row, opaque: boolean): void {
  const { left, count, x, y, stepX, stepY } = line
  const [px, py] = [x * PARTS + 0.5, y * PARTS + 0.5]
  run(TABLES_END + left * 4, start, width * 4, count, px, py, stepX * PARTS, stepY * PARTS)
  if (opaque) return
  for (let n = left; n < left + count; n++) unpremultiplyPixel(row, n * 4)
}

/** Gives back to pixels of a run that are still what they were: to draw them too costs less than to leave them out. */
function keepStill({ left, count, ...line }: Run, { row, old }: Rewritten, ownY: number): void {
  let { x, y } = line
  for (let n = left; n < left + count; n++, x += line.stepX, y += line.stepY) {
    if ((x - n) ** 2 + (y - ownY) ** 2 >= STILL * STILL) continue
    for (let at = n * 4; at < n * 4 + 4; at++) row[at] = old[at]!
  }
}

const colour = new Float64Array(4)

/** The same as {@link drawRun} where some pixels show places outside the area, whose edge repeats; still ones stay. */
function drawOneByOne(line: Run, band: Band, row: Row, ownY: number, opaque: boolean): void {
  const { left, count, stepX, stepY } = line
  let { x, y } = line
  for (let n = left; n < left + count; n++, x += stepX, y += stepY) {
    if ((x - n) ** 2 + (y - ownY) ** 2 < STILL * STILL) continue
    sampleBicubic(band.pixels, band.width, band.bottom - band.top, x, y, colour)
    for (let c = 0; c < 4; c++) row[n * 4 + c] = colour[c]!
    if (!opaque) unpremultiplyPixel(row, n * 4)
  }
}
