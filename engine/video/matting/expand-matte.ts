import {
  addressOf,
  allocBytes,
  allocPlane,
  instantiateKernel,
  toArena,
  toArenaBytes,
} from '../../raster/arena.ts'
import { MATTE_ROW } from '../../raster/simd/matte-row.ts'
import { FILL_BYTES } from '../../raster/simd/move-bytes.ts'
import { STRETCH_ROW } from '../../raster/simd/stretch-row.ts'
import type { Region } from '../shrink-frame.ts'
import { type Frame, planesOf } from '../video-info.ts'
import type { FineMatte } from './refine-matte.ts'

/** What is less than this is background, and what is less than this from 1 is person: the filter's haze. */
const HAZE = 0.12

/**
 * The matte of a frame at its full size, in a box around people: from row `top` up to `bottom` and from column `left`
 * on, all even.
 */
export type FrameMatte = {
  top: number
  bottom: number
  left: number
  /**
   * 0–255 for the pixels of these rows, which are `stride` apart. The last {@link BEHIND_ROW} of a row are 0 and lie
   * behind the box.
   */
  alpha: Uint8ClampedArray
  stride: number
  /** For each of these rows its first pixel that is not all background and the end of those, which is 0 without any. */
  reaches: Int32Array
}

const BACKGROUND = 0
const PERSON = 1
const EDGE = 2

/** Cells of one kind side by side: from which pixel of the region on, and where they end. */
type Run = { kind: number; left: number; right: number }

/** Pixels that a kernel writes at once, maybe past the end of a run. */
const EIGHT = 8

/** Alphas that kernels may read past the end of a row: of eight pixels of a plane of colour, one of two. */
export const BEHIND_ROW = 2 * EIGHT

/**
 * Applies a matte's slopes and offsets to the pixels of cells that are edges; cells within people, and those between
 * them, are filled. The planes of the result are in the open arena.
 */
export function expandMatte(frame: Frame, matte: FineMatte, region: Region): FrameMatte {
  const { width: columns, height: rows } = matte
  const kinds = cellKinds(matte)
  const lefts = edges(columns, region.width)
  const tops = edges(rows, region.height)
  const runs = Array.from({ length: rows }, (_, row) => runsOf(kinds, row, lefts))
  const firstRow = Math.max(
    0,
    runs.findIndex(({ length }) => length > 0),
  )
  const endRow = runs.findLastIndex(({ length }) => length > 0) + 1
  const top = region.top + (tops[firstRow]! & ~1)
  const bottom = Math.max(top, region.top + 2 * Math.ceil(tops[endRow]! / 2))
  const { width } = frame
  const starts = runs.flatMap((inRow) => inRow[0]?.left ?? [])
  const ends = runs.flatMap((inRow) => inRow.at(-1)?.right ?? [])
  const left = region.left + (Math.min(width, ...starts) & ~1)
  const stride = Math.max(0, region.left + Math.max(0, ...ends) - left) + BEHIND_ROW
  const alpha = allocBytes((bottom - top) * stride)
  const reaches = Int32Array.from({ length: 2 * (bottom - top) }, (_, at) => (at % 2 ? 0 : width))
  const luma = toArenaBytes(planesOf(frame).y.subarray(top * width, bottom * width))
  const fillBytes = instantiateKernel(FILL_BYTES)
  fillBytes(addressOf(alpha), 0, alpha.length)
  const matteRow = instantiateKernel(MATTE_ROW)
  const rowAt = stretchRows(matte, lefts, runs)
  for (let row = firstRow; row < endRow; row++) {
    const inRow = runs[row]!
    if (inRow.length === 0) continue
    const end = region.left + inRow.at(-1)!.right
    for (let line = tops[row]!; line < tops[row + 1]!; line++) {
      const gridY = ((line + 0.5) * rows) / region.height - 0.5
      const upper = Math.max(0, Math.floor(gridY))
      const above = rowAt(upper)
      const below = rowAt(Math.min(rows - 1, upper + 1))
      const down = Math.max(0, gridY - upper)
      const y = region.top + line - top
      reaches[2 * y] = region.left + inRow[0]!.left
      reaches[2 * y + 1] = end
      const start = alpha.byteOffset + y * stride - left
      const source = luma.byteOffset + y * width + region.left
      for (const { kind, left: first, right } of inRow) {
        const to = start + region.left + first
        if (kind !== EDGE) fillBytes(to, kind === PERSON ? 255 : 0, right - first)
        else {
          matteRow(
            to,
            source + first,
            above.slope + 4 * first,
            below.slope + 4 * first,
            above.offset + 4 * first,
            below.offset + 4 * first,
            down,
            HAZE,
            1 / (1 - 2 * HAZE),
            (right - first + 7) >> 3,
          )
        }
      }
      fillBytes(start + end, 0, EIGHT)
    }
  }
  return { top, bottom, left, alpha, stride, reaches }
}

/** The runs of a row of cells between the first and the last that are not background; none where all are. */
function runsOf(kinds: Uint8Array, row: number, lefts: Int32Array): Run[] {
  const columns = lefts.length - 1
  const runs: Run[] = []
  const first = row * columns
  let end = columns
  while (end > 0 && kinds[first + end - 1] === BACKGROUND) end--
  let column = 0
  while (column < end && kinds[first + column] === BACKGROUND) column++
  while (column < end) {
    const kind = kinds[first + column]!
    const left = lefts[column]!
    while (column < end && kinds[first + column] === kind) column++
    // Cells of a small frame may be smaller than its pixels.
    if (lefts[column]! > left) runs.push({ kind, left, right: lefts[column]! })
  }
  return runs
}

/** A row of the grid with a value for each pixel of the region's width: addresses of 32-bit floats. */
type Stretched = { row: number; slope: number; offset: number }

/**
 * Gives rows of slopes and offsets, interpolated between the middles of cells, where edges are in the rows around them.
 * Rows are asked for from top to bottom, and the last two stay as they are.
 */
function stretchRows(
  { width: columns, slope, offset }: FineMatte,
  lefts: Int32Array,
  runs: readonly (readonly Run[])[],
): (row: number) => Stretched {
  const width = lefts[columns]!
  const held: Stretched[] = Array.from({ length: 2 }, () => ({
    ...{ row: -1, slope: addressOf(allocPlane(width)), offset: addressOf(allocPlane(width)) },
  }))
  const [slopes, offsets] = [addressOf(toArena(slope)), addressOf(toArena(offset))]
  const { firsts, shares } = placesOf(columns, width)
  const stretchRow = instantiateKernel(STRETCH_ROW)
  return (row) => {
    const known = held[row & 1]!
    if (known.row === row) return known
    known.row = row
    const from = 4 * row * columns
    for (let near = row - 1; near <= row + 1; near++) {
      for (const { kind, left, right } of runs[near] ?? []) {
        if (kind !== EDGE) continue
        const [places, count] = [[firsts + 4 * left, shares + 4 * left] as const, right - left]
        stretchRow(known.slope + 4 * left, slopes + from, ...places, count)
        stretchRow(known.offset + 4 * left, offsets + from, ...places, count)
      }
    }
    return known
  }
}

/**
 * Where the middles of a line's pixels lie between those of cells, of which there are two at least: the byte offset of
 * the cell before, and the share of the next. Addresses in the arena.
 */
function placesOf(columns: number, width: number): { firsts: number; shares: number } {
  const [firsts, shares] = [allocPlane(width), allocPlane(width)]
  const offsets = new Int32Array(firsts.buffer, firsts.byteOffset, width)
  for (let x = 0; x < width; x++) {
    const gridX = Math.min(columns - 1, Math.max(0, ((x + 0.5) * columns) / width - 0.5))
    const first = Math.min(columns - 2, Math.floor(gridX))
    offsets[x] = 4 * first
    shares[x] = gridX - first
  }
  return { firsts: addressOf(firsts), shares: addressOf(shares) }
}

/** A cell is an edge unless it and its neighbours agree. */
function cellKinds({ width, height, alpha, box }: FineMatte): Uint8Array {
  const own = new Uint8Array(alpha.length)
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  for (let row = box.top; row < bottom; row++) {
    for (let at = row * width + box.left; at < row * width + right; at++) {
      const value = alpha[at]!
      own[at] = value < HAZE / 2 ? BACKGROUND : value > 1 - HAZE / 2 ? PERSON : EDGE
    }
  }
  const kinds = own.slice()
  for (let row = box.top; row < bottom; row++) {
    for (let column = box.left, at = row * width + column; column < right; column++, at++) {
      const kind = own[at]!
      if (column + 1 < width && own[at + 1] !== kind) kinds[at] = kinds[at + 1] = EDGE
      if (row + 1 < height && own[at + width] !== kind) kinds[at] = kinds[at + width] = EDGE
    }
  }
  return kinds
}

function edges(count: number, size: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * size) / count))
}
