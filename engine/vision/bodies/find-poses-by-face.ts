import type { Point } from '../../geometry/point.ts'
import { distance, midpoint } from '../../geometry/point.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import { FACE_DETECTOR, NOSE_KEYPOINT } from '../faces/face-detector.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { POSE_BY_FACE_PRESENCE, SAME_NOSE_DISTANCE, SAME_POSE_DISTANCE } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import { BODY } from './body.ts'
import { circleBelow } from './circle-below.ts'
import type { Pose } from './estimate-pose.ts'
import type { FoundPose } from './find-poses.ts'
import { bodyAxisOf, estimatePoseMaskingOthers } from './mask-other-people.ts'
import { poseDistance } from './pose-distance.ts'

/** The region of interest fits after this many estimates. */
const ESTIMATES = 3

/** A picture with more heads than this is a crowd, in which a body cannot be assigned to a head. */
const MAX_HEADS = 4

/**
 * Finds people whom the pose detector missed by their faces, for example somebody who sits in front of others. The
 * people found before are masked.
 * @param checkpoint called between estimates; what it throws ends the search
 * @returns the additional people; none in a crowd
 */
export async function findPosesByFace(
  found: readonly FoundPose[],
  pyramid: Pyramid,
  vision: Pick<Nets, 'faceDetection' | 'poseLandmark'>,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const heads = await findHeads(pyramid, vision, checkpoint)
  if (heads.length > MAX_HEADS) return []
  const more: FoundPose[] = []
  for (const head of heads) {
    const known = [...found, ...more]
    if (known.some(({ pose }) => isFaceOf(head, pose))) continue
    const pose = await estimatePoseBelow(head, known, pyramid, vision.poseLandmark, checkpoint)
    if (!pose || known.some((one) => poseDistance(one.pose, pose) < SAME_POSE_DISTANCE)) continue
    const keypoints = [pose.midHip, pose.circlePoint, shoulderMiddleOf(pose)]
    more.push({ pose, detection: { ...head, keypoints }, othersMasked: true })
  }
  return more
}

/** The faces of a picture that are large enough for a body below them to be found. */
export async function findHeads(
  pyramid: Pyramid,
  { faceDetection }: Pick<Nets, 'faceDetection'>,
  checkpoint: () => Promise<void>,
): Promise<Detection[]> {
  const search = { pixels: 192, known: [] }
  return await detectInTiles(FACE_DETECTOR, pyramid, faceDetection, checkpoint, search)
}

function shoulderMiddleOf({ landmarks }: Pose): Point {
  const left = landmarks[BODY.leftShoulder]!
  const right = landmarks[BODY.rightShoulder]!
  return midpoint(left, right)
}

/** Whether a detected face is that of a body. */
export function isFaceOf({ box, keypoints }: Detection, { landmarks }: Pick<Pose, 'landmarks'>) {
  const nose = keypoints[NOSE_KEYPOINT]!
  const own = landmarks[BODY.nose]!
  const maxDistance = SAME_NOSE_DISTANCE * Math.max(box.width, box.height)
  return distance(nose, own) < maxDistance
}

/** Estimates the body below a face; undefined when there is none that belongs to it. */
async function estimatePoseBelow(
  head: Detection,
  others: readonly FoundPose[],
  pyramid: Pyramid,
  net: Nets['poseLandmark'],
  checkpoint: () => Promise<void>,
): Promise<Pose | undefined> {
  const nose = head.keypoints[NOSE_KEYPOINT]!
  const axes = others.map(({ pose }) => bodyAxisOf(pose))
  let circle = circleBelow(nose, head.box.height)
  for (let count = 1; ; count++) {
    await checkpoint()
    const pose = await estimatePoseMaskingOthers(circle, axes, pyramid, net)
    if (pose.presence < POSE_BY_FACE_PRESENCE || !isFaceOf(head, pose)) return undefined
    if (count === ESTIMATES) return pose
    circle = pose
  }
}
