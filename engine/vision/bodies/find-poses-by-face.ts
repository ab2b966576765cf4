import type { Point } from '../../raster/picture.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import { FACE_DETECTOR, NOSE_KEYPOINT } from '../faces/face-detector.ts'
import type { Pyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import { BODY } from './body.ts'
import type { Pose } from './estimate-pose.ts'
import { estimatePoseMaskingOthers } from './estimate-pose-masking-others.ts'
import type { FoundPose } from './find-poses.ts'
import { bodyAxisOf } from './mask-other-people.ts'
import { poseDistance } from './pose-distance.ts'

/**
 * How far below the nose the hips are first looked for, and how far above those the body reaches, in face heights.
 */
const HIPS = 3
const REACH = 4

/** Looks until the square has settled on the body. */
const LOOKS = 3

/** Least presence of every look. */
const PRESENCE = 0.8

/** How far the body's nose may be from the face's, as a share of the face: a neighbour's body is further. */
const SAME_NOSE = 0.3

/** Closer than this, two poses are one person's. */
const SAME_POSE = 0.5

/** With more heads than this a picture is a crowd, where a head's body cannot be told from its neighbours'. */
const CROWD = 4

/**
 * Finds people whom the pose detector missed by their faces: somebody who sits in front of others, say. Their
 * neighbours are hidden while they are looked at.
 * @returns the people beside those already found
 */
export async function findPosesByFace(
  found: readonly FoundPose[],
  pyramid: Pyramid,
  vision: Pick<Nets, 'faceDetection' | 'poseLandmark'>,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const search = { pixels: 192, known: [] }
  const net = vision.faceDetection
  const heads = await detectInTiles(FACE_DETECTOR, pyramid, net, checkpoint, search)
  if (heads.length > CROWD) return []
  const more: FoundPose[] = []
  for (const head of heads) {
    const known = [...found, ...more]
    if (known.some(({ pose }) => isFaceOf(head, pose))) continue
    const pose = await estimatePoseBelow(head, known, pyramid, vision.poseLandmark, checkpoint)
    if (!pose || known.some((one) => poseDistance(one.pose, pose) < SAME_POSE)) continue
    const keypoints = [pose.hips, pose.reach, shouldersOf(pose)]
    more.push({ pose, candidate: { ...head, keypoints }, alone: true })
  }
  return more
}

function shouldersOf({ landmarks }: Pose): Point {
  const left = landmarks[BODY.leftShoulder]!
  const right = landmarks[BODY.rightShoulder]!
  return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
}

/** Whether a detected face is the face of this body. */
export function isFaceOf({ box, keypoints }: Detection, { landmarks }: Pick<Pose, 'landmarks'>) {
  const nose = keypoints[NOSE_KEYPOINT]!
  const own = landmarks[BODY.nose]!
  return Math.hypot(nose.x - own.x, nose.y - own.y) < SAME_NOSE * Math.max(box.width, box.height)
}

async function estimatePoseBelow(
  head: Detection,
  others: readonly FoundPose[],
  pyramid: Pyramid,
  net: Nets['poseLandmark'],
  checkpoint: () => Promise<void>,
): Promise<Pose | undefined> {
  const nose = head.keypoints[NOSE_KEYPOINT]!
  const hips = { x: nose.x, y: nose.y + HIPS * head.box.height }
  let place = { hips, reach: { x: nose.x, y: hips.y - REACH * head.box.height } }
  const rivals = others.map(({ pose }) => bodyAxisOf(pose))
  for (let look = 1; ; look++) {
    await checkpoint()
    const pose = await estimatePoseMaskingOthers(place, rivals, pyramid, net)
    if (pose.presence < PRESENCE || !isFaceOf(head, pose)) return undefined
    if (look === LOOKS) return pose
    place = pose
  }
}
