import type { Point } from './point.ts'

/** Width and height of a picture or a plane, pixels. */
export type Size = { width: number; height: number }

/** Whether a point lies within a picture or a plane of this size, its right and bottom edge excluded. */
export function isWithin({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x < width && y < height
}
