import type { Box } from '../../geometry/box.ts'
import {
  addressOf,
  allocBytes,
  allocPlane,
  instantiateKernel,
  toArena,
  toArenaBytes,
} from '../../raster/arena.ts'
import { BACKGROUND, CLASSIFY_CELLS, EDGE, MARK_EDGES } from '../../raster/simd/cell-kinds.ts'
import { MATTE_ROWS } from '../../raster/simd/matte-rows.ts'
import { COPY_BYTES, FILL_BYTES } from '../../raster/simd/move-bytes.ts'
import { STRETCH_ROW } from '../../raster/simd/stretch-row.ts'
import type { Region } from '../shrink-frame.ts'
import { MATTE_HAZE } from '../tuning.ts'
import { type Frame, planesOf } from '../video-info.ts'
import type { FineMatte } from './refine-matte.ts'

/** The matte of a frame at its full size, in a box around people. */
export type FrameMatte = {
  /** The first row and column of the box. */
  top: number
  left: number
  /**
   * 0–255 for the pixels of runs that are edges, in rows that are `stride` apart; of others nothing is written. Eight
   * behind an edge are written too: 255 where people are behind it, else 0.
   */
  alpha: Uint8ClampedArray
  stride: number
  bands: readonly Band[]
}

/** A row of cells with people: the frame's rows from `top` up to `bottom`. What is in no run is background. */
type Band = { cells: number; top: number; bottom: number; runs: readonly Run[] }

/**
 * Pixels side by side that are an edge, or people. An edge's `left` is a multiple of {@link EIGHT} from the box's, and
 * so is `right`, which may lie behind the region. There are {@link LEAST_PEOPLE} of people at least.
 */
export type Run = { isEdge: boolean; left: number; right: number }

/** Pixels, and cells, that a kernel writes at once. */
const EIGHT = 8
const SIXTEEN = 16

/** Of fewer pixels of people, eight of a plane of colour would reach into what is beside them. */
const LEAST_PEOPLE = 2 * EIGHT

/**
 * Applies a matte's slopes and offsets to the pixels of cells that are edges; which ones lie within people is told by
 * runs. The planes of the result are in the open arena.
 */
export function expandMatte(frame: Frame, matte: FineMatte, region: Region): FrameMatte {
  const { width: columns, height: rows, box } = matte
  const lefts = edges(columns, region.width)
  const tops = edges(rows, region.height)
  const { left } = region
  const bands: Band[] = []
  const kinds = box.height > 0 ? cellKinds(matte) : undefined
  for (let row = box.top; kinds && row < box.top + box.height; row++) {
    const runs = runsOf(kinds, row, box, lefts, left)
    const [top, bottom] = [region.top + tops[row]!, region.top + tops[row + 1]!]
    // Rows of cells of a small region may be smaller than its pixels.
    if (runs.length > 0 && bottom > top) bands.push({ cells: row, top, bottom, runs })
  }
  const top = bands[0]?.top ?? 0
  const stride = EIGHT * Math.ceil(region.width / EIGHT) + LEAST_PEOPLE
  const alpha = allocBytes(((bands.at(-1)?.bottom ?? 0) - top) * stride)
  const made = { top, left, alpha, stride, bands }
  if (bands.length > 0) writeEdges(frame, matte, region, made, lefts)
  return made
}

function writeEdges(
  frame: Frame,
  matte: FineMatte,
  region: Region,
  { top, alpha, stride, bands }: FrameMatte,
  lefts: Int32Array,
): void {
  const rows = matte.height
  const { width } = frame
  const luma = addressOf(toArenaBytes(planesOf(frame).y))
  const lines = stretchEdges(matte, lefts, bands, region.left)
  const matteRows = instantiateKernel(MATTE_ROWS)
  const fillBytes = instantiateKernel(FILL_BYTES)
  const [step, scale] = [rows / region.height, 1 / (1 - 2 * MATTE_HAZE)]
  const end = region.left + region.width
  for (const { cells, top: first, bottom, runs } of bands) {
    const gridY = (first - region.top + 0.5) * step - 0.5
    const upper = Math.max(cells - 1, Math.floor(gridY))
    const down = Math.max(0, gridY - upper)
    for (const [nth, { isEdge, left, right }] of runs.entries()) {
      if (!isEdge) continue
      const next = runs[nth + 1]
      const behind = next && next.left === right ? 255 : 0
      const x = left - region.left
      const to = addressOf(alpha) + (first - top) * stride + x
      const [slope, offset] = [lines.slope(upper) + 4 * x, lines.offset(upper) + 4 * x]
      const [pixels, eights] = [luma + first * width + left, (right - left) / EIGHT]
      matteRows(
        to,
        stride,
        pixels,
        width,
        slope,
        offset,
        lines.stride,
        down,
        step,
        MATTE_HAZE,
        scale,
        eights,
        bottom - first,
        behind,
      )
      // What is behind the region is background.
      for (let y = first; right > end && y < bottom; y++) {
        fillBytes(to + (y - first) * stride + end - left, 0, right - end)
      }
    }
  }
}

/** The runs of a row of cells, from left to right. */
function runsOf(
  { kinds, stride }: Kinds,
  row: number,
  box: Box,
  lefts: Int32Array,
  origin: number,
): Run[] {
  const width = lefts.at(-1)!
  const boxEnd = box.left + box.width
  const first = (row - box.top) * stride - box.left
  const runs: Run[] = []
  let last: Run | undefined
  for (let column = box.left; column < boxEnd; ) {
    const kind = kinds[first + column]!
    const begin = lefts[column]!
    while (column < boxEnd && kinds[first + column] === kind) column++
    const end = lefts[column]!
    // Cells of a small region may be smaller than its pixels.
    if (kind === BACKGROUND || end === begin) continue
    let left = begin & -EIGHT
    let right = (end + EIGHT - 1) & -EIGHT
    let isEdge = kind === EDGE
    if (!isEdge) {
      left = Math.max(left, (last?.right ?? origin) - origin)
      right = end === width ? end : end & -EIGHT
      isEdge = right - left < LEAST_PEOPLE
      if (isEdge) right = (right + EIGHT - 1) & -EIGHT
      if (right <= left) continue
    }
    if (isEdge && last?.isEdge && left + origin <= last.right) {
      last.right = Math.max(last.right, right + origin)
    } else {
      last = { isEdge, left: left + origin, right: right + origin }
      runs.push(last)
    }
  }
  return runs
}

/** Rows of cells with a slope and an offset for each pixel of the region's width: addresses of 32-bit floats. */
type Lines = { slope(row: number): number; offset(row: number): number; stride: number }

/**
 * Interpolates slopes and offsets between the middles of cells: those of every row of cells that is beside an edge, at
 * that edge. The first row comes once more before it, and the last one behind it.
 */
function stretchEdges(
  { width: columns, height: rows, slope, offset }: FineMatte,
  lefts: Int32Array,
  bands: readonly Band[],
  origin: number,
): Lines {
  const width = EIGHT * Math.ceil(lefts[columns]! / EIGHT)
  const first = bands[0]!.cells - 1
  const count = bands.at(-1)!.cells + 2 - first
  const [toSlopes, toOffsets] = [allocPlane(count * width), allocPlane(count * width)].map(
    addressOf,
  )
  const [slopes, offsets] = [addressOf(toArena(slope)), addressOf(toArena(offset))]
  const { firsts, shares } = placesOf(columns, lefts[columns]!, width)
  const stretchRow = instantiateKernel(STRETCH_ROW)
  const byRow: (readonly Run[])[] = []
  for (const { cells, runs } of bands) byRow[cells] = runs
  for (let row = first; row < first + count; row++) {
    const from = 4 * Math.min(rows - 1, Math.max(0, row)) * columns
    const to = 4 * (row - first) * width
    const near = [byRow[row - 1] ?? [], byRow[row] ?? [], byRow[row + 1] ?? []]
    eachEdge(near, (left, right) => {
      const [x, length] = [4 * (left - origin), right - left]
      stretchRow(toSlopes! + to + x, slopes + from, firsts + x, shares + x, length)
      stretchRow(toOffsets! + to + x, offsets + from, firsts + x, shares + x, length)
    })
  }
  return {
    slope: (row) => toSlopes! + 4 * (row - first) * width,
    offset: (row) => toOffsets! + 4 * (row - first) * width,
    stride: 4 * width,
  }
}

/** Calls `visit` for what is an edge in any of three rows, each pixel once. */
function eachEdge(
  rows: readonly (readonly Run[])[],
  visit: (left: number, right: number) => void,
): void {
  const nexts = [0, 0, 0]
  for (let done = 0; ; ) {
    let least: Run | undefined
    let of = 0
    for (let row = 0; row < 3; row++) {
      const run = rows[row]![nexts[row]!]
      if (!run || (least && least.left <= run.left)) continue
      least = run
      of = row
    }
    if (!least) return
    nexts[of] = nexts[of]! + 1
    if (!least.isEdge || least.right <= done) continue
    visit(Math.max(done, least.left), least.right)
    done = least.right
  }
}

/**
 * Where the middles of a line's pixels lie between those of cells, of which there are two at least: the byte offset of
 * the cell before, and the share of the next. Addresses in the arena, of `count` values, those behind the line's end
 * like its last one.
 */
function placesOf(
  columns: number,
  width: number,
  count: number,
): { firsts: number; shares: number } {
  const [firsts, shares] = [allocPlane(count), allocPlane(count)]
  const offsets = new Int32Array(firsts.buffer, firsts.byteOffset, count)
  for (let x = 0; x < count; x++) {
    const gridX = Math.min(columns - 1, Math.max(0, ((x + 0.5) * columns) / width - 0.5))
    const first = Math.min(columns - 2, Math.floor(gridX))
    offsets[x] = 4 * first
    shares[x] = gridX - first
  }
  return { firsts: addressOf(firsts), shares: addressOf(shares) }
}

/** What the cells in a matte's box are, in rows of `stride` bytes. */
type Kinds = { kinds: Uint8Array; stride: number }

/** A cell is an edge unless it and its neighbours agree. */
function cellKinds({ width, alpha, box }: FineMatte): Kinds {
  const stride = SIXTEEN * Math.ceil(box.width / SIXTEEN) + 2 * SIXTEEN
  const [own, kinds] = [allocBytes(stride * (box.height + 2)), allocBytes(stride * box.height)]
  const begin = addressOf(own) + stride + SIXTEEN
  const end = begin + stride * box.height
  const classify = instantiateKernel(CLASSIFY_CELLS)
  const alphas = addressOf(toArena(alpha))
  const [low, high] = [MATTE_HAZE / 2, 1 - MATTE_HAZE / 2]
  for (let row = 0; row < box.height; row++) {
    const from = alphas + 4 * ((box.top + row) * width + box.left)
    classify(begin + row * stride, from, low, high, box.width)
  }
  // Beyond the box cells are like those at its border.
  const copy = instantiateKernel(COPY_BYTES)
  copy(begin - stride, begin, box.width)
  copy(end, end - stride, box.width)
  instantiateKernel(MARK_EDGES)(addressOf(kinds), begin, stride, box.width, box.height)
  return { kinds: new Uint8Array(kinds.buffer, kinds.byteOffset, kinds.length), stride }
}

function edges(count: number, size: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * size) / count))
}
