import type { Pyramid } from '../input/pyramid.ts'
import { UPRIGHT } from '../tuning.ts'
import type { Net } from '../vision.ts'
import { BODY } from './body.ts'
import { bodyCircleOf, type PoseDetection } from './detect-poses.ts'
import { estimatePose, type Pose } from './estimate-pose.ts'
import { poseDistance } from './pose-distance.ts'
import { poseRoi } from './pose-roi.ts'

/** What the estimates of a pose must fulfil before a detection counts as a person. */
export type PoseRequirements = {
  /** The least presence of each estimate, 0–1; below 0.5 the network says that there is nobody. */
  minPresence: number
  /** How far two estimates in a row can be apart, see {@link poseDistance}. */
  maxDistance: number
  /** How many estimates there can be until two in a row agree. */
  maxEstimates: number
  /** Whether head, shoulders and hips must follow each other as in a body that is not bent double. */
  upright: boolean
}

/**
 * Estimates the pose of a detection, and again in the region of interest that each estimate suggests, until two
 * estimates agree. A region can drift to a neighbour, who is then found twice.
 * @returns undefined when the requirements are not met
 */
export async function refineRegion(
  detection: PoseDetection,
  requirements: PoseRequirements,
  pyramid: Pyramid,
  net: Net,
): Promise<Pose | undefined> {
  const { minPresence, maxDistance, maxEstimates, upright } = requirements
  let last = await estimatePose(pyramid, poseRoi(bodyCircleOf(detection)), net)
  for (let count = 1; count < maxEstimates && last.presence >= minPresence; count++) {
    const next = await estimatePose(pyramid, poseRoi(last), net)
    const isStable = poseDistance(last, next) <= maxDistance
    last = next
    if (!isStable) continue
    if (next.presence < minPresence || (upright && !isUpright(next))) return undefined
    return next
  }
  return undefined
}

/**
 * Whether shoulders and nose lie where they do in people. Along the line from the hips (0) to the circle's point
 * above the head (1), in whatever direction the body leans. Hands and mugs that are taken for people have them
 * elsewhere.
 */
function isUpright({ midHip, circlePoint, landmarks }: Pose): boolean {
  const dx = circlePoint.x - midHip.x
  const dy = circlePoint.y - midHip.y
  const along = (at: number): number =>
    ((landmarks[at]!.x - midHip.x) * dx + (landmarks[at]!.y - midHip.y) * dy) / (dx * dx + dy * dy)
  const shoulders = (along(BODY.leftShoulder) + along(BODY.rightShoulder)) / 2
  return (
    shoulders > UPRIGHT.shoulders.from &&
    shoulders < UPRIGHT.shoulders.to &&
    along(BODY.nose) > shoulders + UPRIGHT.nose
  )
}
