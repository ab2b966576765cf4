import type { Point } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { type FaceFrame, type FacePoint, faceFrameOf } from './face-frame.ts'

/** An eye in face coordinates. */
export type Eye = {
  /** The middle of the opening. */
  centre: FacePoint
  iris: FacePoint
  irisRadius: number
  /** Half the distance of its corners. */
  half: number
  /** Half the opening between the lids. */
  open: number
  /** From the middle of the opening up to the lower edge of the brow. */
  brow: number
  /** 1 for the person's left eye, whose outer end lies towards +u, -1 for the right one. */
  side: 1 | -1
}

/** A face with its landmarks in its own coordinates. */
export type NormalisedFace = {
  frame: FaceFrame
  /** The landmarks in pixels. */
  points: Point[]
  /** The place of each landmark. */
  places: FacePoint[]
  eyes: { left: Eye; right: Eye }
  /** How surely an ear shows beside each half of the face, 0-1. */
  ears: { left: number; right: number }
  /** `u` of the line between the halves of the face at a height. */
  midline(v: number): number
}

/** Measures a face; without knowing its ears both are taken to show. */
export function normaliseFace(face: Face, ears = { left: 1, right: 1 }): NormalisedFace {
  const frame = faceFrameOf(face)
  const places = face.landmarks.map((point) => frame.toFacePoint(point))
  const top = places[FACE.noseTop]!
  const chin = places[FACE.chin]!
  const slope = (chin.u - top.u) / Math.max(0.1, chin.v - top.v)
  return {
    frame,
    ears,
    points: face.landmarks,
    places,
    eyes: {
      left: eyeOf(places, FACE.leftEye, FACE.leftIris, FACE.leftBrowBottom, 1),
      right: eyeOf(places, FACE.rightEye, FACE.rightIris, FACE.rightBrowBottom, -1),
    },
    midline: (v) => top.u + slope * (v - top.v),
  }
}

function eyeOf(
  places: FacePoint[],
  { outer, inner, top, bottom }: { outer: number; inner: number; top: number; bottom: number },
  [iris, ...rim]: readonly number[],
  brow: readonly number[],
  side: 1 | -1,
): Eye {
  const a = places[outer]!
  const b = places[inner]!
  const centre = { u: (a.u + b.u) / 2, v: (places[top]!.v + places[bottom]!.v) / 2 }
  const pupil = places[iris!]!
  const radii = rim.map((i) => Math.hypot(places[i]!.u - pupil.u, places[i]!.v - pupil.v))
  return {
    centre,
    iris: pupil,
    irisRadius: radii.reduce((sum, radius) => sum + radius, 0) / radii.length,
    half: Math.max(0.05, Math.hypot(a.u - b.u, a.v - b.v) / 2),
    brow: Math.max(0.12, centre.v - brow.reduce((sum, i) => sum + places[i]!.v, 0) / brow.length),
    open: Math.max(0.01, (places[bottom]!.v - places[top]!.v) / 2),
    side,
  }
}
