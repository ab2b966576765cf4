import { FIXED_ONE } from '../raster/simd/fixed-point.ts'
import type { FaceRegion } from './face-region.ts'

/**
 * The first and the last place of each of a canvas's rows that has changed; `last` is less than `first` where none has.
 */
export type ChangedExtent = { first: Int32Array; last: Int32Array }

/** An extent without any place yet. */
export function emptyExtent({
  width,
  height,
}: Pick<FaceRegion, 'width' | 'height'>): ChangedExtent {
  return { first: new Int32Array(height).fill(width + 1), last: new Int32Array(height).fill(-2) }
}

/** Takes a place into the extent of its row; a row's places come from left to right. */
export function extendTo({ first, last }: ChangedExtent, x: number, y: number): void {
  if (last[y] === -2) first[y] = x
  last[y] = x
}

/** Places of a row of changes: the canvas's, and before and behind them the first and the last once more. */
export function changeStride({ width }: Pick<FaceRegion, 'width'>): number {
  return width + 2
}

/** Fills the first and the last place of a row of changes, four numbers each, as those beside them. */
export function repeatRowEnds(row: Float32Array, width: number): void {
  row.copyWithin(0, 4, 8)
  row.copyWithin(4 * (width + 1), 4 * width, 4 * (width + 1))
}

/**
 * A row of the picture's pixels over a region, `count` of them from `left` on, `y` from the canvas's top: the rows of
 * changes it lies between, `down` of the way, and where it begins and goes on in them, as the kernel `addLine` reads
 * it.
 */
export type ChangedRow = {
  y: number
  left: number
  count: number
  upper: number
  lower: number
  x: number
  step: number
  down: number
}

/** The rows of pixels that change with their region, and of each only what does. */
export function* changedRows(
  { area, scale, height }: Pick<FaceRegion, 'area' | 'scale' | 'height'>,
  { first, last }: ChangedExtent,
): Generator<ChangedRow> {
  const step = Math.round(FIXED_ONE / scale)
  for (let y = 0; y < area.height; y++) {
    const at = Math.min(height - 1, Math.max(0, (y + 0.5) / scale - 0.5))
    const upper = Math.floor(at)
    const lower = Math.min(height - 1, upper + 1)
    // What lies between a changed place and its unchanged neighbours changes too.
    const from = Math.min(first[upper]!, first[lower]!)
    const to = Math.max(last[upper]!, last[lower]!)
    const left = Math.max(0, Math.floor((from - 0.5) * scale))
    const count = Math.min(area.width, Math.ceil((to + 1.5) * scale)) - left
    if (count <= 0) continue
    const x = Math.round(((left + 0.5) / scale + 0.5) * FIXED_ONE)
    yield { y, left, count, upper, lower, x, step, down: Math.round((at - upper) * FIXED_ONE) }
  }
}
