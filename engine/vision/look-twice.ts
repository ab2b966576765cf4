import { BODY } from './body.ts'
import type { PoseCandidate } from './detect-poses.ts'
import { poseDistance } from './pose-distance.ts'
import { poseSquare } from './pose-square.ts'
import type { Pyramid } from './pyramid.ts'
import { type Pose, readPose } from './read-pose.ts'
import type { Net } from './vision.ts'

/** What two looks have to show before they count as a person. */
export type Demands = {
  /** Least presence in both looks: below a half the network says that there is nobody. */
  presence: number
  /** How far, of the body's size, the second look may move before it looks at somebody else. */
  stray: number
  /** Whether head, shoulders and hips must follow each other as in a body that is not bent double. */
  upright: boolean
}

/**
 * Reads a candidate's pose, then once more in the square that the first reading suggests, which fits better.
 * @returns undefined when the demands are not met: nobody is there, or the two looks disagree about where, which is
 * a chance likeness or a neighbour who is found by a candidate of their own
 */
export async function lookTwice(
  candidate: PoseCandidate,
  demands: Demands,
  pyramid: Pyramid,
  net: Net,
): Promise<Pose | undefined> {
  const [hips, reach] = candidate.keypoints
  const first = await readPose(pyramid, poseSquare(hips!, reach!), net)
  if (first.presence < demands.presence) return undefined
  const second = await readPose(pyramid, poseSquare(first.hips, first.reach), net)
  if (second.presence < demands.presence) return undefined
  if (poseDistance(first, second) > demands.stray) return undefined
  return demands.upright && !isUpright(second) ? undefined : second
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
