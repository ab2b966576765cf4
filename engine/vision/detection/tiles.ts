import type { Box } from '../../raster/picture.ts'
import { type Roi, roiAround } from '../input/roi.ts'
import type { InputSize } from '../vision.ts'

/** A part of a picture to look for things in, as a network's input shows it. */
export type Tile = {
  /** As wide as the longer side of the frame. */
  roi: Roi
  /** What the network sees of the square: its middle. */
  inputSize: InputSize
  /** The same in the picture. */
  area: Box
  /** The sides at which there is more, so that what is there may be cut. */
  inner: { left: boolean; right: boolean; top: boolean; bottom: boolean }
}

/** Sides of inputs are multiples of this. */
const SIDE_STEP = 32

/** And no shorter than this, for what the picture's edge cuts is found better with black beside it. */
const MIN_SIDE = 128

/** An input is made smaller by so much at most where that spares a step. */
const MAX_SHRINK = 15 / 16

/** The longest side of an input: more at once is no faster, and takes memory. */
const MAX_SIDE = 416

/** Input pixels that neighbouring tiles share at least: everything up to that size lies whole in one. */
const MIN_OVERLAP = 48

/**
 * Tiles that cover an area of a picture, as few as can be.
 * @param pixels of the network's input along the area's longer side: how closely to look
 * @param angle to look at each tile turned by, in radians; whole quarters
 */
export function tilesOver(area: Box, pixels: number, angle = 0): Tile[] {
  const scale = Math.min(
    pixels / Math.max(area.width, area.height),
    ...[area.width, area.height].map((side) => {
      const length = (side * pixels) / Math.max(area.width, area.height)
      return length > MAX_SIDE ? Number.POSITIVE_INFINITY : roundUp(length * MAX_SHRINK) / side
    }),
  )
  const columns = splitLength(area.width * scale)
  const rows = splitLength(area.height * scale)
  const size = { width: columns.size, height: rows.size }
  const lies = Math.abs(Math.sin(angle)) > 0.5
  const inputSize = lies ? { width: size.height, height: size.width } : size
  return rows.starts.flatMap((top, row) =>
    columns.starts.map((left, column) => {
      const part = {
        left: area.left + left / scale,
        top: area.top + top / scale,
        width: size.width / scale,
        height: size.height / scale,
      }
      return {
        roi: { ...roiAround(part.left, part.top, part.width, part.height), angle },
        inputSize,
        area: part,
        inner: {
          left: column > 0,
          top: row > 0,
          right: column + 1 < columns.starts.length,
          bottom: row + 1 < rows.starts.length,
        },
      }
    }),
  )
}

/** How a length is covered: evenly spread starts; one part in the middle where one is enough. */
function splitLength(length: number): { size: number; starts: number[] } {
  if (length <= MAX_SIDE) {
    const size = roundUp(length)
    return { size, starts: [(length - size) / 2] }
  }
  const count = Math.ceil((length - MIN_OVERLAP) / (MAX_SIDE - MIN_OVERLAP))
  const size = roundUp((length + (count - 1) * MIN_OVERLAP) / count)
  const starts = Array.from({ length: count }, (_, n) => ((length - size) * n) / (count - 1))
  return { size, starts }
}

/** Lengths that are whole but for rounding stay. */
function roundUp(length: number): number {
  return Math.max(MIN_SIDE, Math.ceil(length / SIDE_STEP - 1e-6) * SIDE_STEP)
}
