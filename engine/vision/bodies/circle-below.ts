import type { Point } from '../../geometry/point.ts'
import type { BodyCircle } from './pose-roi.ts'

/** The first guess of a body's circle, in face heights: how far the hips are below the nose, and the radius. */
const HIPS_BELOW_NOSE = 3
const CIRCLE_RADIUS = 4

/** The circle of the body below a face, of somebody who stands upright. */
export function circleBelow(nose: Point, faceHeight: number): BodyCircle {
  const midHip = { x: nose.x, y: nose.y + HIPS_BELOW_NOSE * faceHeight }
  return { midHip, circlePoint: { x: nose.x, y: midHip.y - CIRCLE_RADIUS * faceHeight } }
}
