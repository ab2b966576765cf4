import type { Box, Point } from '../raster/picture.ts'

/** The tightest box around points, in whole pixels. */
export function boundingBox(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  left = Math.floor(left)
  top = Math.floor(top)
  return { left, top, width: Math.ceil(right) - left, height: Math.ceil(bottom) - top }
}
