import type { Point } from '../../geometry/point.ts'
import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
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

type Vector = readonly [number, number, number]

function unroll(landmarks: readonly FaceLandmark[], point: FaceLandmark): Point {
  const [right, left] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const across = subtract3(left, right)
  const width = Math.hypot(...across)
  const x = scale3(across, 1 / width)
  const down = subtract3(landmarks[FACE.chin]!, landmarks[FACE.foreheadTop]!)
  const level = rejectFrom(down, x)
  const y = scale3(level, 1 / Math.hypot(...level))
  const away: Vector = [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ]
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2, z: (left.z + right.z) / 2 }
  const from = subtract3(point, middle)
  const depth = AXIS_DEPTH * width - dot3(from, away)
  return { x: Math.atan2(dot3(from, x), depth), y: dot3(from, y) / width }
}

function subtract3(p: FaceLandmark, q: FaceLandmark): Vector {
  return [p.x - q.x, p.y - q.y, p.z - q.z]
}
function dot3(p: Vector, q: Vector): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}
function scale3([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by]
}
function rejectFrom(p: Vector, axis: Vector): Vector {
  const part = dot3(p, axis)
  return [p[0] - part * axis[0], p[1] - part * axis[1], p[2] - part * axis[2]]
}
