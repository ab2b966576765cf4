import type { Point } from '../../raster/picture.ts'

/** A circle as a ring of twelve points, for `paintPolygon`. */
export const disc = ({ x, y }: Point, radius: number): Point[] =>
  Array.from({ length: 12 }, (_, k) => ({
    x: x + radius * Math.cos((k * Math.PI) / 6),
    y: y + radius * Math.sin((k * Math.PI) / 6),
  }))
