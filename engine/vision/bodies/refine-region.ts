import type { Pyramid } from '../input/pyramid.ts'
import type { Net } from '../vision.ts'
import { BODY } from './body.ts'
import type { PoseDetection } from './detect-poses.ts'
import { estimatePose, type Pose } from './estimate-pose.ts'
import { poseDistance } from './pose-distance.ts'
import { poseRoi } from './pose-roi.ts'

/** What looks have to show before they count as a person. */
export type PoseRequirements = {
  /** Least presence in every look: below a half the network says that there is nobody. */
  presence: number
  /** How far apart two looks may be, as a share of the body's size. */
  stray: number
  /** How many looks there may be until two in a row agree. */
  looks: number
  /** Whether head, shoulders and hips must follow each other as in a body that is not bent double. */
  upright: boolean
}

/**
 * Reads a candidate's pose, and again in the square that the last reading suggests, which fits better, until two
 * looks agree about where the person is. A neighbour can draw a look away and is then found a second time.
 * @returns undefined when the demands are not met
 */
export async function refineRegion(
  candidate: PoseDetection,
  demands: PoseRequirements,
  pyramid: Pyramid,
  net: Net,
): Promise<Pose | undefined> {
  const [hips, reach] = candidate.keypoints
  let last = await estimatePose(pyramid, poseRoi(hips!, reach!), net)
  for (let look = 1; look < demands.looks && last.presence >= demands.presence; look++) {
    const next = await estimatePose(pyramid, poseRoi(last.hips, last.reach), net)
    const steady = poseDistance(last, next) <= demands.stray
    last = next
    if (!steady) continue
    if (next.presence < demands.presence || (demands.upright && !isUpright(next))) return undefined
    return next
  }
  return undefined
}

/**
 * Along the line from the hips (0) to the body's reach (1) real shoulders lie between 0.54 and 0.62 and noses between
 * 0.69 and 0.84, in whatever direction the body leans; hands and mugs taken for people lie elsewhere.
 */
function isUpright({ hips, reach, landmarks }: Pose): boolean {
  const dx = reach.x - hips.x
  const dy = reach.y - hips.y
  const along = (at: number): number =>
    ((landmarks[at]!.x - hips.x) * dx + (landmarks[at]!.y - hips.y) * dy) / (dx * dx + dy * dy)
  const shoulders = (along(BODY.leftShoulder) + along(BODY.rightShoulder)) / 2
  return shoulders > 0.45 && shoulders < 0.75 && along(BODY.nose) > shoulders + 0.08
}
