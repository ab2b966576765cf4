import type { Point } from '../geometry/point.ts'
import { FACE, type Face } from '../vision/faces/face.ts'

/** The nose: down its one side as seen, along the wings and the base, and up the other. */
const NOSE = [168, 122, 196, 3, 198, 48, 64, 98, 97, 2, 326, 327, 294, 278, 420, 248, 419, 351]

/** Rings of landmarks around what a face is told by. */
const RINGS: readonly (readonly number[])[] = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
  [...FACE.leftUpperLid, ...[...FACE.leftLowerLid].reverse()],
  [...FACE.rightUpperLid, ...[...FACE.rightLowerLid].reverse()],
  NOSE,
  FACE.lipsOuter,
]

/** The outlines of a face's brows, eyes, nose and mouth, in pixels of the picture. */
export function featureRings({ landmarks }: Pick<Face, 'landmarks'>): Point[][] {
  return RINGS.map((ring) => ring.map((at) => ({ x: landmarks[at]!.x, y: landmarks[at]!.y })))
}
