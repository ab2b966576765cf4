import type { Point } from '../../geometry/point.ts'

/** A region of interest: the rotated square of a picture that a network's input shows. In source pixels. */
export type Roi = {
  /** The centre. */
  x: number
  y: number
  side: number
  /** The clockwise rotation of the square as the picture is seen, in radians. */
  angle: number
}

/**
 * The point of the picture at (`u`, `v`) of the region, where (0, 0) is its top left corner and (1, 1) the opposite.
 */
export function roiToPicture(roi: Roi, u: number, v: number): Point {
  return roiTransform(roi)(u, v)
}

/** {@link roiToPicture} for many points of one region. */
export function roiTransform({ x, y, side, angle }: Roi): (u: number, v: number) => Point {
  const cos = Math.cos(angle) * side
  const sin = Math.sin(angle) * side
  return (u, v) => ({
    x: x + (u - 0.5) * cos - (v - 0.5) * sin,
    y: y + (u - 0.5) * sin + (v - 0.5) * cos,
  })
}

/** The smallest upright region around a rectangle, with the same centre. */
export function roiAround(left: number, top: number, width: number, height: number): Roi {
  return {
    x: left + width / 2,
    y: top + height / 2,
    side: Math.max(width, height),
    angle: 0,
  }
}
