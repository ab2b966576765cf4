import type { Box, Point } from '../raster/picture.ts'

/** The intersection over union (IoU, Jaccard index) of two boxes, 0–1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / (a.width * a.height + b.width * b.height - shared)
}

/** The intersection of two boxes over the area of the smaller one, 0–1; it is 1 when one box lies in the other. */
export function intersectionOverSmaller(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / Math.min(a.width * a.height, b.width * b.height)
}

function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}

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

/**
 * Compares two targets for sorting, from left to right by the centre of their boxes. Of two with the same centre the
 * upper one comes first. Target indices count in this order.
 */
export function leftToRight({ box: a }: { box: Box }, { box: b }: { box: Box }): number {
  return a.left + a.width / 2 - (b.left + b.width / 2) || a.top - b.top
}
