import type { Point } from '../../geometry/point.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { LEAST_FACE } from '../tuning.ts'
import { type FaceFrame, type FacePoint, faceFrameOf } from './face-frame.ts'

/** An eye in face coordinates. */
export type Eye = {
  /** The middle of the opening. */
  centre: FacePoint
  iris: FacePoint
  irisRadius: number
  /** Half the distance of its corners. */
  halfWidth: number
  /** Half the opening between the lids. */
  halfOpening: number
  /** From the middle of the opening up to the lower edge of the brow. */
  browDistance: number
  /** 1 for the person's left eye, whose outer end lies towards +u, -1 for the right one. */
  side: 1 | -1
}

/** A face with its landmarks in its own coordinates. */
export type NormalisedFace = {
  frame: FaceFrame
  /** The landmarks in pixels of the picture. */
  pixels: Point[]
  /** The landmarks in face coordinates. */
  landmarks: FacePoint[]
  eyes: { left: Eye; right: Eye }
  /** How surely an ear shows beside each half of the face, 0-1. */
  ears: { left: number; right: number }
  /** `u` of the line between the halves of the face at a height `v`. */
  midline(v: number): number
}

/** Measures a face. Without `ears` both are taken to show. */
export function normaliseFace(face: Face, ears = { left: 1, right: 1 }): NormalisedFace {
  const frame = faceFrameOf(face)
  const landmarks = face.landmarks.map((point) => frame.toFacePoint(point))
  const top = landmarks[FACE.noseTop]!
  const chin = landmarks[FACE.chin]!
  const slope = (chin.u - top.u) / Math.max(LEAST_FACE.height, chin.v - top.v)
  return {
    frame,
    ears,
    pixels: face.landmarks,
    landmarks,
    eyes: {
      left: eyeOf(landmarks, FACE.leftEye, FACE.leftIris, FACE.leftBrowBottom, 1),
      right: eyeOf(landmarks, FACE.rightEye, FACE.rightIris, FACE.rightBrowBottom, -1),
    },
    midline: (v) => top.u + slope * (v - top.v),
  }
}

function eyeOf(
  landmarks: FacePoint[],
  { outer, inner, top, bottom }: { outer: number; inner: number; top: number; bottom: number },
  [iris, ...irisEdge]: readonly number[],
  brow: readonly number[],
  side: 1 | -1,
): Eye {
  const a = landmarks[outer]!
  const b = landmarks[inner]!
  const centre = { u: (a.u + b.u) / 2, v: (landmarks[top]!.v + landmarks[bottom]!.v) / 2 }
  const pupil = landmarks[iris!]!
  const radii = irisEdge.map((i) =>
    Math.hypot(landmarks[i]!.u - pupil.u, landmarks[i]!.v - pupil.v),
  )
  const browHeight = brow.reduce((sum, i) => sum + landmarks[i]!.v, 0) / brow.length
  return {
    centre,
    iris: pupil,
    irisRadius: radii.reduce((sum, radius) => sum + radius, 0) / radii.length,
    halfWidth: Math.max(LEAST_FACE.halfEye, Math.hypot(a.u - b.u, a.v - b.v) / 2),
    halfOpening: Math.max(LEAST_FACE.halfOpening, (landmarks[bottom]!.v - landmarks[top]!.v) / 2),
    browDistance: Math.max(LEAST_FACE.brow, centre.v - browHeight),
    side,
  }
}
