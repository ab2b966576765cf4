import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'

export type Vector = readonly [number, number, number]

/** The axes of a head, of length 1 and at right angles: to the person's left, down, and away from the camera. */
export type FaceAxes = readonly [across: Vector, down: Vector, away: Vector]

/** The axes of the head whose landmarks these are, in the coordinates of the picture and of depth. */
export function faceAxes(landmarks: readonly FaceLandmark[]): FaceAxes {
  const x = unit(subtract3(landmarks[FACE.leftTemple]!, landmarks[FACE.rightTemple]!))
  const down = subtract3(landmarks[FACE.chin]!, landmarks[FACE.foreheadTop]!)
  const y = unit(rejectFrom(down, x))
  const away: Vector = [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ]
  return [x, y, away]
}

export function subtract3(p: FaceLandmark, q: FaceLandmark): Vector {
  return [p.x - q.x, p.y - q.y, p.z - q.z]
}

export function dot3(p: Vector, q: Vector): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}

function rejectFrom(p: Vector, axis: Vector): Vector {
  const part = dot3(p, axis)
  return [p[0] - part * axis[0], p[1] - part * axis[1], p[2] - part * axis[2]]
}
