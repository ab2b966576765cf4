import type { BodyLandmark } from '../../../engine/vision/bodies/body.ts'
import { estimatePose } from '../../../engine/vision/bodies/estimate-pose.ts'
import { poseRoi } from '../../../engine/vision/bodies/pose-roi.ts'
import { FACE, type Face } from '../../../engine/vision/faces/face.ts'
import type { Pyramid } from '../../../engine/vision/input/pyramid.ts'
import type { Nets } from '../../../engine/vision/vision.ts'

/** The first guess of a body's circle, in heights of the face's box: hips below the nose, and the radius. */
const HIPS_BELOW_NOSE = 3.2
const CIRCLE_RADIUS = 4.2

/** The least presence of a body, 0–1. */
const MIN_PRESENCE = 0.5

/** The landmarks of the body below a face, of which the shoulders are used; undefined where there is none. */
export async function findShoulders(
  pyramid: Pyramid,
  { box, landmarks }: Face,
  net: Nets['poseLandmark'],
): Promise<readonly BodyLandmark[] | undefined> {
  const nose = landmarks[FACE.noseTip]!
  const midHip = { x: nose.x, y: nose.y + HIPS_BELOW_NOSE * box.height }
  const circlePoint = { x: nose.x, y: midHip.y - CIRCLE_RADIUS * box.height }
  const pose = await estimatePose(pyramid, poseRoi({ midHip, circlePoint }), net)
  return pose.presence >= MIN_PRESENCE ? pose.landmarks : undefined
}
