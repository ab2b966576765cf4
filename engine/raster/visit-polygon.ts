import type { Size } from './blur.ts'
import { paintPolygon } from './paint-polygon.ts'
import type { Point } from './picture.ts'

/** Visits each place of a plane that a ring covers, with how much of it, 0–1. */
export function visitPolygon(
  { width, height }: Size,
  ring: readonly Point[],
  visit: (place: number, share: number) => void,
): void {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
  const [left, top] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.max(0, Math.floor(Math.min(...ys))),
  ]
  const size = {
    width: Math.min(width, Math.ceil(Math.max(...xs))) - left,
    height: Math.min(height, Math.ceil(Math.max(...ys))) - top,
  }
  if (size.width <= 0 || size.height <= 0) return
  const plane = new Float32Array(size.width * size.height)
  paintPolygon(
    plane,
    size,
    ring.map(({ x, y }) => ({ x: x - left, y: y - top })),
  )
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      if (plane[i]! > 0) visit((top + y) * width + left + x, plane[i]!)
    }
  }
}
