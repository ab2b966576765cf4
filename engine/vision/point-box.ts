import type { Box, Point } from '../raster/picture.ts'

/** The tightest box around points, in whole pixels. */
export function pointBox(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const left = Math.floor(Math.min(...xs))
  const top = Math.floor(Math.min(...ys))
  return {
    left,
    top,
    width: Math.ceil(Math.max(...xs)) - left,
    height: Math.ceil(Math.max(...ys)) - top,
  }
}
