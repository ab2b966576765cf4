import type { Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'

/** Coordinates across and down a face in its picture, in widths of the face. */
export type FacePlane = {
  /** The width of the face, pixels. */
  width: number
  toFace(pixel: Point): Point
  /** A displacement in widths of the face as one in pixels. */
  toPixels(step: Point): Point
}

/** The coordinates along the line of the temples and at right angles to it. */
export function facePlane(landmarks: readonly Point[]): FacePlane {
  const [right, left] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const [x, y] = [left.x - right.x, left.y - right.y]
  const squared = x * x + y * y
  return {
    width: Math.sqrt(squared),
    toFace: (p) => ({ x: (p.x * x + p.y * y) / squared, y: (p.y * x - p.x * y) / squared }),
    toPixels: (step) => ({ x: step.x * x - step.y * y, y: step.x * y + step.y * x }),
  }
}
