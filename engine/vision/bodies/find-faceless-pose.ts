import type { Pyramid } from '../input/pyramid.ts'
import { roiAround } from '../input/roi.ts'
import { FACELESS } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import { detectPoses } from './detect-poses.ts'
import { estimatePose, type Pose } from './estimate-pose.ts'
import type { FoundPose } from './find-poses.ts'
import { poseDistance } from './pose-distance.ts'
import { poseRoi } from './pose-roi.ts'

/**
 * Finds the one person of a picture in which nobody was found, whose face does not show: behind a telephone before a
 * mirror, or cut by the edge. The detector, which looks for faces, is unsure of them, and where it puts them is wrong.
 * The landmark network is sure: from two guesses of a body that fills the picture it comes to one and the same pose.
 * @param checkpoint called between estimates; what it throws ends the search
 */
export async function findFacelessPose(
  pyramid: Pyramid,
  vision: Pick<Nets, 'poseDetection' | 'poseLandmark'>,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const [{ width, height }] = pyramid
  const roi = roiAround(0, 0, width, height)
  const [detection] = await detectPoses(pyramid, roi, vision.poseDetection, FACELESS.minScore)
  if (!detection) return []
  const poses: Pose[] = []
  for (const radius of FACELESS.radii) {
    const midHip = { x: width / 2, y: FACELESS.hips * height }
    const circlePoint = { x: width / 2, y: midHip.y - radius * height }
    const pose = await steadyPose({ midHip, circlePoint }, pyramid, vision, checkpoint)
    if (!pose || poses.some((other) => poseDistance(other, pose) > FACELESS.maxDistance)) return []
    poses.push(pose)
  }
  const [pose] = poses
  return pose ? [{ pose, detection }] : []
}

/** The pose to which estimates come from a circle; undefined where they do not settle, or show nobody. */
async function steadyPose(
  circle: Pick<Pose, 'midHip' | 'circlePoint'>,
  pyramid: Pyramid,
  { poseLandmark }: Pick<Nets, 'poseLandmark'>,
  checkpoint: () => Promise<void>,
): Promise<Pose | undefined> {
  let last: Pose | undefined
  for (let count = 0; count < FACELESS.estimates; count++) {
    await checkpoint()
    const next = await estimatePose(pyramid, poseRoi(last ?? circle), poseLandmark)
    if (last && count > FACELESS.settling) {
      const isSteady = poseDistance(last, next) <= FACELESS.maxDistance
      if (!isSteady || next.presence < FACELESS.minPresence) return undefined
    }
    last = next
  }
  return last
}
