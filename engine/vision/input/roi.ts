import type { Point } from '../../raster/picture.ts'

/** A turned square over a picture, in source pixels: what a network looks at. */
export type Roi = {
  /** The centre. */
  x: number
  y: number
  side: number
  /** Radians, clockwise as seen: the square's own down points that far left of the picture's down. */
  angle: number
}

/** Carries a point of the square's own coordinates (0–1, from its top left) to the picture. */
export function roiToPicture(square: Roi, u: number, v: number): Point {
  return roiTransform(square)(u, v)
}

/** The same for many points of one square. */
export function roiTransform({ x, y, side, angle }: Roi): (u: number, v: number) => Point {
  const cos = Math.cos(angle) * side
  const sin = Math.sin(angle) * side
  return (u, v) => ({
    x: x + (u - 0.5) * cos - (v - 0.5) * sin,
    y: y + (u - 0.5) * sin + (v - 0.5) * cos,
  })
}

/** The smallest upright square around a rectangle from (`left`, `top`), sharing its centre. */
export function roiAround(left: number, top: number, width: number, height: number): Roi {
  return {
    x: left + width / 2,
    y: top + height / 2,
    side: Math.max(width, height),
    angle: 0,
  }
}
