import { bestRotation, type Triple } from './best-rotation.ts'
import type { FaceLandmark, HeadPose } from './face.ts'

/**
 * The mean head: those landmarks of the mesh that neither speech nor expression moves. Each row holds a landmark of
 * the person's right side, its counterpart on the left, and the position of the left one as left, down and away from
 * the camera, in units of the distance between the outer corners of the eyes. It is the symmetric mean of 38 meshes
 * of photographed and drawn heads, aligned by generalized Procrustes analysis. Pitch 0 is the mean of their frontal
 * portraits, which is a convention: a head has no plane that is level by nature.
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

/** {@link HEAD} with both sides written out: each landmark and its position. */
export const HEAD_POINTS: readonly (readonly [landmark: number, position: Triple])[] = HEAD.flatMap(
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
 * The pose of a head in degrees: the rotation that aligns the mean head with the landmarks, decomposed as
 * roll · yaw · pitch, so that rotating the picture changes the roll alone.
 */
export function headPose(landmarks: readonly FaceLandmark[]): HeadPose {
  const seen = HEAD_POINTS.map(([at]): Triple => {
    const { x, y, z } = landmarks[at]!
    return [x, y, z]
  })
  const [right, down, away] = bestRotation(
    HEAD_POINTS.map(([, position]) => position),
    seen,
  )
  return {
    pitch: -Math.atan2(away[1], away[2]) * DEGREES,
    yaw: Math.asin(Math.min(1, Math.max(-1, away[0]))) * DEGREES,
    roll: Math.atan2(down[0], right[0]) * DEGREES,
  }
}
