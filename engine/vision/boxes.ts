import type { Box } from '../raster/picture.ts'

/** The shared area of two boxes over the area of both together, 0–1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / (a.width * a.height + b.width * b.height - shared)
}

/** The shared area of two boxes over the area of the smaller, 0–1: 1 when one lies in the other. */
export function intersectionOverSmaller(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / Math.min(a.width * a.height, b.width * b.height)
}

function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
