import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'

/**
 * One landmark of a face in source pixels; it can lie outside the picture. `z` is the depth in the same unit: smaller
 * is nearer to the camera, and 0 is about the middle of the head.
 */
export type FaceLandmark = { x: number; y: number; z: number }

/** The direction of a head in degrees; with all angles 0 it faces the camera. */
export type HeadPose = {
  /** Positive: the chin up. */
  pitch: number
  /** Positive: turned to the person's left, which is the right of the picture. */
  yaw: number
  /** Positive: tilted clockwise as seen in the picture. */
  roll: number
}

/** A part of a face that something can cover. Left and right are the person's. */
export type FacePart = 'forehead' | 'leftEye' | 'rightEye' | 'leftCheek' | 'rightCheek' | 'mouth'

/** Measurements for the conditions of effects. They describe the picture, not the person. */
export type FaceQuality = {
  /** The width and height of the box as shares of the picture's. */
  width: number
  height: number
  /** The share of the box inside the picture, 0–1. */
  inside: number
  /** The position of the box's centre: 0 is the middle of the picture, −1 and 1 are its edges. */
  offCentre: Point
  /** The luma of the brighter half of forehead and cheeks, 0–1. It is lower for dark skin in the same light. */
  light: number
  /** The difference in luma between the left and the right half of the face, 0–1. */
  uneven: number
  /** The parts whose colours differ from the rest of the face: covered by hair, dark glasses or a mask. */
  covered: FacePart[]
}

/** One face found in a picture. */
export type Face = {
  /** Tight around the landmarks, in whole source pixels; it can reach beyond the picture. */
  box: Box
  /** The detector's confidence, 0–1. */
  score: number
  /** The 478 landmarks of MediaPipe Face Mesh, in its order; see {@link FACE}. */
  landmarks: FaceLandmark[]
  pose: HeadPose
  quality: FaceQuality
}

/**
 * Indices of the landmarks (MediaPipe Face Mesh topology). Left and right are the person's, so the left eye is on the
 * right of the picture. Contours of eyes and brows run from the outer end to the inner one. Contours of the lips and
 * the face oval are closed rings.
 */
export const FACE = {
  /** The outline of the face from the middle of the hairline, by the person's left ear and the chin. */
  oval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152,
    148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
  foreheadTop: 10,
  chin: 152,
  /** Where the oval is widest. */
  leftTemple: 454,
  rightTemple: 234,
  /** The corner of the jaw. */
  leftJaw: 397,
  rightJaw: 172,
  leftCheek: 425,
  rightCheek: 205,

  leftEye: { outer: 263, inner: 362, top: 386, bottom: 374 },
  rightEye: { outer: 33, inner: 133, top: 159, bottom: 145 },
  leftUpperLid: [263, 466, 388, 387, 386, 385, 384, 398, 362],
  leftLowerLid: [263, 249, 390, 373, 374, 380, 381, 382, 362],
  rightUpperLid: [33, 246, 161, 160, 159, 158, 157, 173, 133],
  rightLowerLid: [33, 7, 163, 144, 145, 153, 154, 155, 133],
  /** Of each iris: its centre, then four points on its edge, 90° apart. */
  leftIris: [473, 474, 475, 476, 477],
  rightIris: [468, 469, 470, 471, 472],

  leftBrowTop: [300, 293, 334, 296, 336],
  leftBrowBottom: [276, 283, 282, 295, 285],
  rightBrowTop: [70, 63, 105, 66, 107],
  rightBrowBottom: [46, 53, 52, 65, 55],

  /** From between the eyes down the ridge to the base of the septum. */
  noseRidge: [168, 6, 197, 195, 5, 4, 1, 2],
  noseTop: 168,
  noseTip: 1,
  noseBase: 2,
  leftNostril: 327,
  rightNostril: 98,
  /** Where the wing of the nose meets the cheek. */
  leftNoseWing: 278,
  rightNoseWing: 48,

  /** The outer edge of the lips, from the person's right corner along the lower lip. */
  lipsOuter: [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
  ],
  /** The opening between the lips, from the person's right corner along the lower lip. */
  lipsInner: [
    78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
  ],
  leftMouthCorner: 291,
  rightMouthCorner: 61,
  upperLipTop: 0,
  upperLipBottom: 13,
  lowerLipTop: 14,
  lowerLipBottom: 17,
} as const
