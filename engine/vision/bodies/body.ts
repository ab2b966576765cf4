import type { Box, Mask } from '../../raster/picture.ts'

/**
 * One landmark of a body in source pixels. `z` is depth in the same unit, smaller is nearer, the hips' middle is 0.
 * `visibility` (not hidden by something) and `presence` (inside the frame) are probabilities, 0–1.
 */
export type BodyLandmark = { x: number; y: number; z: number; visibility: number; presence: number }

/** One person found in a picture. */
export type Body = {
  /** Tight around the person mask, in whole source pixels. */
  box: Box
  /** The detector's confidence, 0–1. */
  score: number
  /** The 33 landmarks of MediaPipe Pose, in its order; left and right are the depicted person's. */
  landmarks: BodyLandmark[]
  /** Where the person is, soft-edged, the size of the picture. */
  mask: Mask
}

/** Indices of the landmarks the effects use (MediaPipe Pose topology). */
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
