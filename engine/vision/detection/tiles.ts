import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { type Roi, roiAround } from '../input/roi.ts'

/** A part of a picture that one network input shows. */
export type Tile = {
  /** The region that the longer side of the input spans. */
  roi: Roi
  /** The size of the input, which shows the middle of the region. */
  inputSize: Size
  /** What the input shows, in source pixels. */
  area: Box
  /** The sides beyond which another tile continues, so that objects there can be cut. */
  inner: { left: boolean; right: boolean; top: boolean; bottom: boolean }
}

/** The sides of inputs are multiples of this, in pixels. */
const SIDE_STEP = 32

/**
 * The shortest side of an input: objects cut by the picture's edge are found better with black padding beside them.
 */
const MIN_SIDE = 128

/** An input is scaled down to no less than this where that spares it 32 pixels of a side. */
const MAX_SHRINK = 15 / 16

/** The longest side of an input: larger ones are no faster and take more memory. */
const MAX_SIDE = 416

/** Neighbouring tiles share at least so many input pixels: an object up to that size lies whole in one of them. */
const MIN_OVERLAP = 48

/**
 * The fewest tiles that cover an area of a picture.
 * @param area in source pixels
 * @param pixels the resolution: input pixels along the area's longer side
 * @param angle the rotation of each tile in radians, a multiple of π / 2
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
  const isSideways = Math.abs(Math.sin(angle)) > 0.5
  const inputSize = isSideways ? { width: size.height, height: size.width } : size
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

/**
 * Covers a length with equal parts, evenly spread; one part around its middle where one is enough. In input pixels.
 */
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

/** Rounds a side up to a valid one; the tolerance keeps rounding errors from adding a step. */
function roundUp(length: number): number {
  return Math.max(MIN_SIDE, Math.ceil(length / SIDE_STEP - 1e-6) * SIDE_STEP)
}
