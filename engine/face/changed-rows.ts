import { FIXED_ONE } from '../raster/simd/fixed-point.ts'
import type { FaceRegion } from './face-region.ts'

/** The first and the last pixel that changed in each row of a region; `last` is below `first` where none did. */
export type ChangedExtent = { first: Int32Array; last: Int32Array }

/** An extent of rows without a changed pixel. */
export function emptyExtent({
  width,
  height,
}: Pick<FaceRegion, 'width' | 'height'>): ChangedExtent {
  return { first: new Int32Array(height).fill(width + 1), last: new Int32Array(height).fill(-2) }
}

/** Pixels of a row of changes: those of the region, with the first and the last repeated before and behind them. */
export function changeStride({ width }: Pick<FaceRegion, 'width'>): number {
  return width + 2
}

/** A run of source pixels that changes, and where it lies between the rows of changes. */
export type ChangedRow = {
  /** The run's row and first pixel, from the top left corner of the region's area, and its length. Source pixels. */
  y: number
  left: number
  count: number
  /** The rows of changes above and below it, and how far down between them it lies, in parts of {@link FIXED_ONE}. */
  upper: number
  lower: number
  down: number
  /** Its position in those rows and the step from pixel to pixel, in parts of {@link FIXED_ONE}. */
  x: number
  step: number
}

/** The runs of source pixels that change with a region, row by row, for bilinear interpolation by a kernel. */
export function* changedRows(
  { area, scale, height }: Pick<FaceRegion, 'area' | 'scale' | 'height'>,
  { first, last }: ChangedExtent,
): Generator<ChangedRow> {
  const step = Math.round(FIXED_ONE / scale)
  for (let y = 0; y < area.height; y++) {
    const at = Math.min(height - 1, Math.max(0, (y + 0.5) / scale - 0.5))
    const upper = Math.floor(at)
    const lower = Math.min(height - 1, upper + 1)
    // Source pixels between a changed pixel and its unchanged neighbours change too.
    const from = Math.min(first[upper]!, first[lower]!)
    const to = Math.max(last[upper]!, last[lower]!)
    const left = Math.max(0, Math.floor((from - 0.5) * scale))
    const count = Math.min(area.width, Math.ceil((to + 3 / 2) * scale)) - left
    if (count <= 0) continue
    const x = Math.round(((left + 0.5) / scale + 0.5) * FIXED_ONE)
    yield { y, left, count, upper, lower, x, step, down: Math.round((at - upper) * FIXED_ONE) }
  }
}
