import type { Point } from '../../geometry/point.ts'
import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
import { dot3, faceAxes, subtract3 } from './face-axes.ts'
import { type Triangle, triangulate } from './triangulate.ts'
import { AXIS_DEPTH } from './tuning.ts'

/** The landmarks a face is warped by: the mesh, and the middles of both irises, so that the gaze is kept. */
export const MESH_LANDMARKS = [
  ...Array.from({ length: 468 }, (_, i) => i),
  FACE.leftIris[0],
  FACE.rightIris[0],
]

/**
 * A triangulation of {@link MESH_LANDMARKS}, as indices into them. The landmarks are projected onto a cylinder around
 * the head and unrolled, so that the far side of a turned face does not fold over the near one, and triangulated there.
 */
export function faceMesh(landmarks: readonly FaceLandmark[]): Triangle[] {
  return triangulate(MESH_LANDMARKS.map((i) => unroll(landmarks, landmarks[i]!)))
}

function unroll(landmarks: readonly FaceLandmark[], point: FaceLandmark): Point {
  const [right, left] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const width = Math.hypot(...subtract3(left, right))
  const [x, y, away] = faceAxes(landmarks)
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2, z: (left.z + right.z) / 2 }
  const from = subtract3(point, middle)
  const depth = AXIS_DEPTH * width - dot3(from, away)
  return { x: Math.atan2(dot3(from, x), depth), y: dot3(from, y) / width }
}
