import type { Region } from '../shrink-frame.ts'
import { type Frame, planesOf } from '../video-info.ts'
import type { FineMatte } from './refine-matte.ts'

/** What is less than this is background, and what is less than this from 1 is person: the filter's haze. */
const HAZE = 0.12

/** The matte of a frame at its full size. */
export type FrameMatte = {
  /** 0–255 for each pixel of luma in the cells that are edges. */
  alpha: Uint8Array
  /** For each cell of the grid whether it is all background, all person, or an edge between them. */
  kinds: Uint8Array
  columns: number
  rows: number
  /** The part of the frame the grid covers; the rest is background. */
  region: Region
}

export const BACKGROUND = 0
export const PERSON = 1
export const EDGE = 2

/** Applies a matte's slopes and offsets to the pixels of cells that are edges; those of others are left as they are. */
export function expandMatte(
  frame: Frame,
  matte: FineMatte,
  region: Region,
  alpha: Uint8Array,
): FrameMatte {
  const { width: columns, height: rows, slope, offset } = matte
  const kinds = cellKinds(matte)
  const { y } = planesOf(frame)
  const lefts = edges(columns, region.width)
  const tops = edges(rows, region.height)
  const { first, right } = placesOf(columns, region.width)
  const stepY = rows / region.height
  const [slopes, offsets] = [new Float32Array(columns + 1), new Float32Array(columns + 1)]
  for (let row = 0; row < rows; row++) {
    const cells = row * columns
    const inRow = kinds.subarray(cells, cells + columns)
    const [from, to] = [inRow.indexOf(EDGE), inRow.lastIndexOf(EDGE)]
    if (from < 0) continue
    const reach: Reach = [Math.max(0, from - 1), Math.min(columns, to + 2)]
    for (let line = tops[row]!; line < tops[row + 1]!; line++) {
      const base = (region.top + line) * frame.width + region.left
      const gridY = Math.min(rows - 1, Math.max(0, (line + 0.5) * stepY - 0.5))
      const upper = Math.floor(gridY)
      const below = Math.min(rows - 1, upper + 1) * columns
      between(slope, upper * columns, below, gridY - upper, reach, slopes)
      between(offset, upper * columns, below, gridY - upper, reach, offsets)
      for (let column = from; column <= to; column++) {
        if (inRow[column] !== EDGE) continue
        const end = lefts[column + 1]!
        for (let x = lefts[column]!; x < end; x++) {
          const cell = first[x]!
          const share = right[x]!
          const tilt = slopes[cell]! + (slopes[cell + 1]! - slopes[cell]!) * share
          const rest = offsets[cell]! + (offsets[cell + 1]! - offsets[cell]!) * share
          const value = (tilt * y[base + x]! + rest) * STEPS
          alpha[base + x] = SHARPENED[value <= 0 ? 0 : value >= STEPS ? STEPS : value | 0]!
        }
      }
    }
  }
  return { alpha, kinds, columns, rows, region }
}

/** Where the middles of a line's pixels lie between those of cells: the cell before, and the share of the next. */
function placesOf(columns: number, size: number): { first: Uint16Array; right: Float32Array } {
  const [first, right] = [new Uint16Array(size), new Float32Array(size)]
  for (let x = 0; x < size; x++) {
    const gridX = Math.min(columns - 1, Math.max(0, ((x + 0.5) * columns) / size - 0.5))
    first[x] = Math.floor(gridX)
    right[x] = gridX - first[x]!
  }
  return { first, right }
}

/** The first column of a row that is needed, and the end of those. */
type Reach = [from: number, end: number]

/** A part of a row between two rows of a plane, with its last value twice. */
function between(
  plane: Float32Array,
  above: number,
  below: number,
  down: number,
  [from, end]: Reach,
  out: Float32Array,
): void {
  for (let x = from; x < end; x++) {
    out[x] = plane[above + x]! + (plane[below + x]! - plane[above + x]!) * down
  }
  out[end] = out[end - 1]!
}

/** Alphas of 0–255 by the filter's value in steps: its haze taken off, and steeper in the middle. */
const STEPS = 1023
const SHARPENED = Uint8Array.from({ length: STEPS + 1 }, (_, value) => {
  const t = Math.min(1, Math.max(0, (value / STEPS - HAZE) / (1 - 2 * HAZE)))
  return Math.round(255 * t * t * (3 - 2 * t))
})

/** A cell is an edge unless it and its neighbours agree. */
function cellKinds({ width, height, alpha }: FineMatte): Uint8Array {
  const own = new Uint8Array(alpha.length)
  for (let at = 0; at < own.length; at++) {
    const value = alpha[at]!
    own[at] = value < HAZE / 2 ? BACKGROUND : value > 1 - HAZE / 2 ? PERSON : EDGE
  }
  const kinds = own.slice()
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const kind = own[at]!
      const same =
        kind !== EDGE &&
        (column === 0 || own[at - 1] === kind) &&
        (column === width - 1 || own[at + 1] === kind) &&
        (row === 0 || own[at - width] === kind) &&
        (row === height - 1 || own[at + width] === kind)
      if (!same) kinds[at] = EDGE
    }
  }
  return kinds
}

function edges(count: number, size: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * size) / count))
}
