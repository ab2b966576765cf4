import type { Size } from '../../../../engine/geometry/size.ts'

/** Pixels below which two pictures stand one above the other, and between them. */
const NARROW = 600
const GAP = 2

/**
 * The frame of one picture on a stage, whether two of them stand one above the other, and the height in pixels that the
 * stage would need to show `whole` over its width.
 */
export function frameOf(
  stage: Size,
  mode: 'divide' | 'side' | 'blink',
  whole: Size,
): { frame: Size; stacked: boolean; height: number } {
  const stacked = stage.width < NARROW
  const [columns, rows] = mode !== 'side' ? [1, 1] : stacked ? [1, 2] : [2, 1]
  const frame = {
    width: (stage.width - GAP * (columns - 1)) / columns,
    height: (stage.height - GAP * (rows - 1)) / rows,
  }
  const height = Math.round((stage.width / columns) * (whole.height / whole.width) * rows)
  return { frame, stacked, height }
}
