import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import type { Mask } from '../../raster/picture.ts'
import { SHOWN_PRESENCE } from '../tuning.ts'

/**
 * One landmark of a body in source pixels. `z` is the depth in the same unit: smaller is nearer, the middle of the
 * hips is 0. `visibility` (not occluded) and `presence` (inside the picture) are probabilities, 0–1.
 */
export type BodyLandmark = { x: number; y: number; z: number; visibility: number; presence: number }

/** One person found in a picture. */
export type Body = {
  /** Tight around the person mask, in whole source pixels. */
  box: Box
  /** The detector's confidence, 0–1. */
  score: number
  /** The 33 landmarks of MediaPipe Pose, in its order; left and right are the person's. */
  landmarks: BodyLandmark[]
  /** The person mask with soft edges, of the picture's size. */
  mask: Mask
}

/** Indices of the landmarks (MediaPipe Pose topology), as far as they are used. */
export const BODY = {
  nose: 0,
  leftEye: 2,
  rightEye: 5,
  leftEar: 7,
  rightEar: 8,
  leftShoulder: 11,
  rightShoulder: 12,
  leftElbow: 13,
  rightElbow: 14,
  leftWrist: 15,
  rightWrist: 16,
  leftHip: 23,
  rightHip: 24,
  leftKnee: 25,
  rightKnee: 26,
  leftAnkle: 27,
  rightAnkle: 28,
  leftHeel: 29,
  rightHeel: 30,
  leftFoot: 31,
  rightFoot: 32,
} as const

/**
 * Whether at least one knee is inside the picture. The mask of such a body is better from the pose network, that of a
 * closer view from the network for portraits.
 */
export function isFullLength({
  landmarks,
  mask,
}: {
  landmarks: readonly BodyLandmark[]
  mask: Size
}): boolean {
  return ([BODY.leftKnee, BODY.rightKnee] as const).some((knee) => {
    const { x, y, presence } = landmarks[knee]!
    return presence > SHOWN_PRESENCE && x >= 0 && y >= 0 && x < mask.width && y < mask.height
  })
}
