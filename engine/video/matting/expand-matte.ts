import type { Region } from '../shrink-frame.ts'
import { type Frame, planesOf } from '../video-info.ts'
import type { FineMatte } from './refine-matte.ts'

/** What is less than this is background, and what is less than this from 1 is person: the filter's haze. */
const HAZE = 0.12

/** The matte of a frame at its full size. */
export type FrameMatte = {
  /** 0–255 for each pixel of luma. */
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

/** Applies a matte's slopes and offsets to every pixel. Only cells near an edge are computed pixel by pixel. */
export function expandMatte(
  frame: Frame,
  matte: FineMatte,
  region: Region,
  alpha: Uint8Array,
): FrameMatte {
  const { width: columns, height: rows } = matte
  const kinds = cellKinds(matte)
  const { y } = planesOf(frame)
  const lefts = edges(columns, region.width)
  const tops = edges(rows, region.height)
  const stepX = columns / region.width
  const stepY = rows / region.height
  for (let row = 0; row < rows; row++) {
    for (let line = tops[row]!; line < tops[row + 1]!; line++) {
      const base = (region.top + line) * frame.width + region.left
      const gridY = Math.min(rows - 1, Math.max(0, (line + 0.5) * stepY - 0.5))
      const upper = Math.floor(gridY)
      const down = gridY - upper
      const above = upper * columns
      const below = Math.min(rows - 1, upper + 1) * columns
      for (let column = 0; column < columns; column++) {
        const kind = kinds[row * columns + column]!
        const end = lefts[column + 1]!
        if (kind !== EDGE) {
          alpha.fill(kind === PERSON ? 255 : 0, base + lefts[column]!, base + end)
          continue
        }
        for (let x = lefts[column]!; x < end; x++) {
          const gridX = Math.min(columns - 1, Math.max(0, (x + 0.5) * stepX - 0.5))
          const first = Math.floor(gridX)
          const next = Math.min(columns - 1, first + 1)
          const right = gridX - first
          const { slope, offset } = matte
          const slopeUp =
            slope[above + first]! + (slope[above + next]! - slope[above + first]!) * right
          const slopeLow =
            slope[below + first]! + (slope[below + next]! - slope[below + first]!) * right
          const up =
            offset[above + first]! + (offset[above + next]! - offset[above + first]!) * right
          const low =
            offset[below + first]! + (offset[below + next]! - offset[below + first]!) * right
          const value =
            (slopeUp + (slopeLow - slopeUp) * down) * y[base + x]! + up + (low - up) * down
          alpha[base + x] = sharpen(value)
        }
      }
    }
  }
  return { alpha, kinds, columns, rows, region }
}

function sharpen(value: number): number {
  const t = (value - HAZE) / (1 - 2 * HAZE)
  return t <= 0 ? 0 : t >= 1 ? 255 : Math.round(255 * t * t * (3 - 2 * t))
}

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
