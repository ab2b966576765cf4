import { distance, midpoint } from '../../geometry/point.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { SAME_POSE_DISTANCE } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import { BODY } from './body.ts'
import { detectPoses, type PoseDetection } from './detect-poses.ts'
import type { Pose } from './estimate-pose.ts'
import { poseDistance } from './pose-distance.ts'
import { poseSearchWindows } from './pose-search-windows.ts'
import { refineRegion } from './refine-region.ts'

/** A person's pose, and the detection that it comes from. */
export type FoundPose = {
  pose: Pose
  detection: PoseDetection
  /** Set where the pose was estimated with the other people masked. */
  othersMasked?: true
}

/** Bounds the time for a crowd: further people are left out. */
const MAX_PEOPLE = 12
const MAX_ESTIMATES = 24

/**
 * Finds the poses of people, first in the whole picture and then in parts of it.
 * @param checkpoint called between estimates; what it throws ends the search
 */
export async function findPoses(
  pyramid: Pyramid,
  vision: Pick<Nets, 'poseDetection' | 'poseLandmark'>,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const found: FoundPose[] = []
  let estimates = 0
  for (const { roi, minScore, requirements } of poseSearchWindows(pyramid[0])) {
    await checkpoint()
    for (const detection of await detectPoses(pyramid, roi, vision.poseDetection, minScore)) {
      if (found.some((known) => isSamePerson(detection, known.pose))) continue
      if (found.length === MAX_PEOPLE || estimates++ === MAX_ESTIMATES) return found
      await checkpoint()
      const pose = await refineRegion(detection, requirements, pyramid, vision.poseLandmark)
      if (!pose || found.some((known) => poseDistance(known.pose, pose) < SAME_POSE_DISTANCE))
        continue
      found.push({ pose, detection })
    }
  }
  return found
}

/** Whether a detection is of a person already found: the middle of its shoulders is near the middle of theirs. */
function isSamePerson({ keypoints }: PoseDetection, { landmarks }: Pose): boolean {
  const middle = keypoints[2]!
  const left = landmarks[BODY.leftShoulder]!
  const right = landmarks[BODY.rightShoulder]!
  const nose = landmarks[BODY.nose]!
  const centre = midpoint(left, right)
  const maxDistance = Math.max(distance(left, right) / 2, distance(nose, centre) / 2)
  return distance(middle, centre) < maxDistance
}
