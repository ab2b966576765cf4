import type { Box } from '../../geometry/box.ts'
import { allocBytes, copyBytes, withArena } from '../arena.ts'
import type { Picture } from '../picture.ts'
import { writablePixels } from '../pixels/copy-on-write.ts'
import { isOpaque } from '../pixels/packed-rgba.ts'
import { premultiply } from '../pixels/premultiply.ts'
import { resamplingKernels } from '../simd/resample-row.ts'
import type { CellSelection, Displacement } from './displacement.ts'
import { type Band, type Cell, drawCell, isCellMoved, type Rows } from './warp-cell.ts'

/** Rows of the result that are drawn from one copy of their source rows. */
const BAND_ROWS = 256

/**
 * Warps the part of a picture inside `area`: pixel p of the area shows what the area shows at p + d(p), by Catmull-Rom
 * interpolation. Pixels that do not move, those outside the area and those in cells outside the selection keep their
 * bytes. Where d leads out of the area, its edge pixels repeat.
 * @param field on the area: node (0, 0) lies at its top left pixel
 * @returns a new picture, unless the ownership of `picture` was released, see copy-on-write
 */
export function warp(
  picture: Picture,
  field: Displacement,
  area: Box,
  selection?: CellSelection,
): Picture {
  const opaque = isOpaque(picture)
  const source = opaque ? picture : premultiply(picture)
  const result = { ...picture, data: writablePixels(picture) }
  const bands = bandsOf(field, area.height)
  const mostRows = Math.max(0, ...bands.map(({ rows }) => rows.bottom - rows.top))
  withArena(() => {
    const stride = 4 * area.width
    const { resampleBlock } = resamplingKernels()
    const room = { cells: allocBytes(field.step * stride), source: allocBytes(mostRows * stride) }
    let before: Rows | undefined
    for (const { first, end, rows } of bands) {
      copySourceRows(source, area, rows, room.source, before)
      const band: Band = { ...rows, ...room, width: area.width, opaque, resampleBlock }
      const below = Math.min(end, Math.ceil(area.height / field.step))
      for (let row = first; row < below; row++) warpCells(result, band, field, row, area, selection)
      before = rows
    }
  })
  return result
}

/**
 * The bands of a field in which something moves: their first and last row of nodes, and their source rows. No band
 * reads rows above those of the band before, because these may have changed already.
 */
function bandsOf(
  field: Displacement,
  height: number,
): { first: number; end: number; rows: Rows }[] {
  const cells = Math.max(1, Math.floor(BAND_ROWS / field.step))
  const bands: { first: number; end: number; rows: Rows }[] = []
  for (let first = 0; first * field.step < height; first += cells) {
    const end = Math.min(field.rows - 1, first + cells)
    const rows = sourceRows(field, first, end, height)
    if (rows) bands.push({ first, end, rows })
  }
  for (let n = bands.length - 1; n > 0; n--) {
    const [{ rows: above }, { rows }] = [bands[n - 1]!, bands[n]!]
    above.top = Math.min(above.top, rows.top)
    // Neighbouring bands overlap without a gap, so that rows of the band before can be taken from its copy.
    above.bottom = Math.max(above.bottom, Math.min(rows.bottom, bands[n - 1]!.end * field.step))
  }
  return bands
}

/** The rows of the area that pixels between two rows of nodes may show; undefined where nothing moves. */
function sourceRows(
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

/**
 * Copies source rows of an area to the beginning of `to`, which lies in the arena.
 * @param before the rows that are there now, which may have changed in the picture since they were copied
 */
function copySourceRows(
  { width, data }: Picture,
  area: Box,
  rows: Rows,
  to: Uint8ClampedArray,
  before: Rows | undefined,
): void {
  const stride = 4 * area.width
  let y = rows.top
  if (before && y < before.bottom) {
    const from = (y - before.top) * stride
    y = Math.min(rows.bottom, before.bottom)
    copyBytes(to, to.subarray(from, from + (y - rows.top) * stride))
  }
  for (; y < rows.bottom; y++) {
    const from = ((area.top + y) * width + area.left) * 4
    copyBytes(to.subarray((y - rows.top) * stride), data.subarray(from, from + stride))
  }
}

/** Draws the pixels of a row of cells in the arena and copies them into the result. */
function warpCells(
  result: Picture,
  band: Band,
  field: Displacement,
  row: number,
  area: Box,
  selection: CellSelection | undefined,
): void {
  const { step, cols } = field
  const top = row * step
  const moved = (a: number): boolean =>
    (!selection || selection.kinds[a] === selection.kind) && isCellMoved(field, a)
  let first = row * cols
  let last = first + Math.ceil(area.width / step) - 1
  while (first <= last && !moved(first)) first++
  while (last > first && !moved(last)) last--
  if (first > last) return
  const left = (first - row * cols) * step
  const bytes = 4 * (Math.min(area.width, (last + 1 - row * cols) * step) - left)
  const eachRow = (carry: (cells: Uint8ClampedArray, y: number) => void): void => {
    for (let y = top; y < Math.min(area.height, top + step); y++) {
      const from = ((y - top) * area.width + left) * 4
      carry(band.cells.subarray(from, from + bytes), y)
    }
  }
  const rowOf = ({ data, width }: Pick<Picture, 'data' | 'width'>, x: number, y: number) =>
    data.subarray(4 * (y * width + x), 4 * (y * width + x) + bytes)
  const resultRow = (y: number) => rowOf(result, area.left + left, area.top + y)
  // Source rows that are not premultiplied are these rows already, and nearer by.
  const source = { data: band.source, width: area.width }
  const ownRow = (y: number) => (band.opaque ? rowOf(source, left, y - band.top) : resultRow(y))
  eachRow((cells, y) => copyBytes(cells, ownRow(y)))
  const cell: Cell = {
    left,
    top,
    columns: step,
    rows: Math.min(step, area.height - top),
    firstNode: first,
  }
  for (; cell.firstNode <= last; cell.firstNode++, cell.left += step) {
    cell.columns = Math.min(step, area.width - cell.left)
    if (moved(cell.firstNode)) drawCell(cell, band, field, area, result)
  }
  eachRow((cells, y) => copyBytes(resultRow(y), cells))
}
