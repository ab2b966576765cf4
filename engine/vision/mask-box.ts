import type { Box, Mask } from '../raster/picture.ts'

/** More person than not. */
const INSIDE = 128

/** The tightest box around what a mask holds, in whole pixels; undefined when it holds nothing. */
export function maskBoundingBox({ width, height, data }: Mask): Box | undefined {
  let left = width
  let right = -1
  let top = -1
  let bottom = -1
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width)
    const first = row.findIndex((value) => value >= INSIDE)
    if (first < 0) continue
    left = Math.min(left, first)
    right = Math.max(
      right,
      row.findLastIndex((value) => value >= INSIDE),
    )
    if (top < 0) top = y
    bottom = y
  }
  if (top < 0) return undefined
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
