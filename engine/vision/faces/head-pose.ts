import { bestRotation, type Triple } from './best-rotation.ts'
import type { FaceLandmark, HeadPose } from './face.ts'

/**
 * The part of a head that neither speech nor expression moves, as the mesh network sees it: a landmark of the
 * person's right side, its counterpart on the left, and where the left one lies (left, down, away from the camera),
 * in units of the distance between the outer corners of the eyes. Measured as the symmetric mean of 38 meshes of
 * photographed and drawn heads, each turned onto the others (generalized Procrustes analysis). Pitch 0 is the mean of
 * their frontal portraits: a head seen from the front has no plane that is level by nature.
 */
const HEAD: readonly (readonly [right: number, left: number, ...Triple])[] = [
  [10, 10, 0, -0.645, 0.1],
  [151, 151, 0, -0.458, 0.058],
  [9, 9, 0, -0.253, 0.027],
  [168, 168, 0, -0.083, 0.048],
  [6, 6, 0, 0, 0],
  [197, 197, 0, 0.081, -0.054],
  [195, 195, 0, 0.159, -0.112],
  [5, 5, 0, 0.241, -0.173],
  [4, 4, 0, 0.34, -0.199],
  [1, 1, 0, 0.414, -0.176],
  [33, 263, 0.5, -0.036, 0.296],
  [133, 362, 0.191, -0.023, 0.237],
  [234, 454, 0.806, 0.176, 0.905],
  [127, 356, 0.816, 0.007, 0.854],
  [54, 284, 0.691, -0.437, 0.456],
  [103, 332, 0.574, -0.539, 0.313],
  [67, 297, 0.4, -0.607, 0.191],
  [48, 278, 0.213, 0.382, 0.001],
  [50, 280, 0.546, 0.328, 0.232],
  [21, 251, 0.765, -0.308, 0.594],
  [162, 389, 0.804, -0.169, 0.739],
  [116, 345, 0.722, 0.152, 0.436],
]

/** {@link HEAD} with both sides spelled out: the landmark and its place. */
export const HEAD_POINTS: readonly (readonly [landmark: number, place: Triple])[] = HEAD.flatMap(
  ([right, left, x, y, z]): (readonly [number, Triple])[] =>
    right === left
      ? [[right, [x, y, z]]]
      : [
          [right, [-x, y, z]],
          [left, [x, y, z]],
        ],
)

const DEGREES = 180 / Math.PI

/**
 * How a head is turned: the rotation that lays the mean head onto its landmarks (Horn 1987), taken apart as
 * roll · yaw · pitch, so that turning the whole picture changes roll alone.
 */
export function headPose(landmarks: readonly FaceLandmark[]): HeadPose {
  const seen = HEAD_POINTS.map(([at]): Triple => {
    const { x, y, z } = landmarks[at]!
    return [x, y, z]
  })
  const [right, down, away] = bestRotation(
    HEAD_POINTS.map(([, place]) => place),
    seen,
  )
  return {
    pitch: -Math.atan2(away[1], away[2]) * DEGREES,
    yaw: Math.asin(Math.min(1, Math.max(-1, away[0]))) * DEGREES,
    roll: Math.atan2(down[0], right[0]) * DEGREES,
  }
}
