import type { PoseCandidate } from './detect-poses.ts'
import { poseDistance } from './pose-distance.ts'
import { poseSquare } from './pose-square.ts'
import type { Pyramid } from './pyramid.ts'
import { type Pose, readPose } from './read-pose.ts'
import type { Net } from './vision.ts'

/** Below this the landmark network says that there is nobody in its square. */
const PRESENT = 0.5

/** How far, of the body's size, the second look may move before it looks at somebody else. */
const STRAY = 0.25

/**
 * Reads a candidate's pose, then once more in the square that the first reading suggests, which fits better.
 * @returns undefined when nobody is there, or when the two looks disagree about where: that is a chance likeness,
 * or a neighbour who is found by a candidate of their own
 */
export async function lookTwice(
  candidate: PoseCandidate,
  pyramid: Pyramid,
  net: Net,
): Promise<Pose | undefined> {
  const [hips, reach] = candidate.keypoints
  const first = await readPose(pyramid, poseSquare(hips!, reach!), net)
  if (first.presence < PRESENT) return undefined
  const second = await readPose(pyramid, poseSquare(first.hips, first.reach), net)
  if (second.presence < PRESENT) return undefined
  return poseDistance(first, second) > STRAY ? undefined : second
}
