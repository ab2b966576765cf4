import { BODY } from './body.ts'
import { detectPoses, type PoseCandidate } from './detect-poses.ts'
import { lookPlaces } from './look-places.ts'
import { lookUntilSteady } from './look-until-steady.ts'
import { poseDistance } from './pose-distance.ts'
import type { Pyramid } from './pyramid.ts'
import type { Pose } from './read-pose.ts'
import type { Nets } from './vision.ts'

/** A person's pose and what the detector made of the same person. */
export type FoundPose = {
  pose: Pose
  candidate: PoseCandidate
  /** Whether the others were hidden already when it was read. */
  alone?: true
}

/** Closer than this, two poses are one person's. */
const SAME = 0.5

/** Bounds the time a crowd can take: people beyond are not looked at. */
const MOST_PEOPLE = 12
const MOST_LOOKS = 24

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
  for (const { square, score, demands } of lookPlaces(pyramid[0])) {
    await checkpoint()
    const candidates = await detectPoses(pyramid, square, vision.poseDetection, score)
    for (const candidate of candidates) {
      if (found.some((known) => isAbout(candidate, known.pose))) continue
      if (found.length === MOST_PEOPLE || looks++ === MOST_LOOKS) return found
      await checkpoint()
      const pose = await lookUntilSteady(candidate, demands, pyramid, vision.poseLandmark)
      if (!pose || found.some((known) => poseDistance(known.pose, pose) < SAME)) continue
      found.push({ pose, candidate })
    }
  }
  return found
}

/** Whether a candidate points at somebody already found: its shoulders' middle lies between theirs. */
function isAbout({ keypoints }: PoseCandidate, { landmarks }: Pose): boolean {
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
