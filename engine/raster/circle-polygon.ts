import type { Point } from './picture.ts'

/** A circle as a ring of twelve points, for `paintPolygon`. */
export function circlePolygon({ x, y }: Point, radius: number): Point[] {
  return Array.from({ length: 12 }, (_, k) => ({
    x: x + radius * Math.cos((k * Math.PI) / 6),
    y: y + radius * Math.sin((k * Math.PI) / 6),
  }))
}
