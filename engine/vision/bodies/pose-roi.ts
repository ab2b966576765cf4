import type { Point } from '../../geometry/point.ts'
import type { Roi } from '../input/roi.ts'
import { POSE_ROI_SCALE } from '../tuning.ts'

/**
 * The circle around a whole body, by which BlazePose aligns its input (Bazarevsky et al., "BlazePose: On-device
 * Real-time Body Pose tracking", 2020): its centre between the hips, and the point of it above the head. In source
 * pixels.
 */
export type BodyCircle = { midHip: Point; circlePoint: Point }

/** The region of interest for a body, rotated so that the body is upright in it. */
export function poseRoi({ midHip, circlePoint }: BodyCircle): Roi {
  const dx = circlePoint.x - midHip.x
  const dy = circlePoint.y - midHip.y
  return {
    x: midHip.x,
    y: midHip.y,
    side: 2 * Math.hypot(dx, dy) * POSE_ROI_SCALE,
    angle: normalizeAngle(Math.PI / 2 - Math.atan2(-dy, dx)),
  }
}

/** The same angle between −π and π. */
function normalizeAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI))
}
