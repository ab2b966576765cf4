import type { Pyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import { BODY } from './body.ts'
import { detectPoses, type PoseDetection } from './detect-poses.ts'
import type { Pose } from './estimate-pose.ts'
import { poseDistance } from './pose-distance.ts'
import { poseSearchWindows } from './pose-search-windows.ts'
import { refineRegion } from './refine-region.ts'

/** A person's pose and what the detector made of the same person. */
export type FoundPose = {
  pose: Pose
  candidate: PoseDetection
  /** Whether the others were hidden already when it was read. */
  alone?: true
}

/** Closer than this, two poses are one person's. */
const SAME = 0.5

/** Bounds the time a crowd can take: people beyond are not looked at. */
const MAX_PEOPLE = 12
const MAX_ESTIMATES = 24

/**
 * Finds every person's pose, those seen in the whole picture before those seen only in a part of it.
 * @param checkpoint called between looks; what it throws ends the search
 */
export async function findPoses(
  pyramid: Pyramid,
  vision: Pick<Nets, 'poseDetection' | 'poseLandmark'>,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const found: FoundPose[] = []
  let looks = 0
  for (const { roi, score, demands } of poseSearchWindows(pyramid[0])) {
    await checkpoint()
    const candidates = await detectPoses(pyramid, roi, vision.poseDetection, score)
    for (const candidate of candidates) {
      if (found.some((known) => isSamePerson(candidate, known.pose))) continue
      if (found.length === MAX_PEOPLE || looks++ === MAX_ESTIMATES) return found
      await checkpoint()
      const pose = await refineRegion(candidate, demands, pyramid, vision.poseLandmark)
      if (!pose || found.some((known) => poseDistance(known.pose, pose) < SAME)) continue
      found.push({ pose, candidate })
    }
  }
  return found
}

/** Whether a candidate points at somebody already found: its shoulders' middle lies between theirs. */
function isSamePerson({ keypoints }: PoseDetection, { landmarks }: Pose): boolean {
  const middle = keypoints[2]!
  const left = landmarks[BODY.leftShoulder]!
  const right = landmarks[BODY.rightShoulder]!
  const nose = landmarks[BODY.nose]!
  const centre = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const reach = Math.max(
    Math.hypot(left.x - right.x, left.y - right.y) / 2,
    Math.hypot(nose.x - centre.x, nose.y - centre.y) / 2,
  )
  return Math.hypot(middle.x - centre.x, middle.y - centre.y) < reach
}
