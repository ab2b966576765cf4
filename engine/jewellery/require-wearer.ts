import { Fault } from '../../catalog/failures/fault.ts'
import { smallFace } from '../face/small-face.ts'
import type { Face } from '../vision/faces/face.ts'
import { faceWidthOf } from './face-scale.ts'
import { MAX_FACE_TURN, MIN_FACE_WIDTH } from './tuning.ts'

/** The largest face of a photo. @throws Fault `target`, `small-face` or `turned-face` */
export function requireWearer(faces: readonly Face[]): Face {
  const [face] = faces.toSorted((a, b) => faceWidthOf(b) - faceWidthOf(a))
  if (!face) throw new Fault('target', 'No face was found in the picture.')
  const width = Math.round(faceWidthOf(face))
  if (width < MIN_FACE_WIDTH) throw smallFace({ pixels: width }, { pixels: MIN_FACE_WIDTH })
  for (const axis of ['yaw', 'pitch', 'roll'] as const) {
    const angle = Math.round(Math.abs(face.pose[axis]))
    if (angle <= MAX_FACE_TURN[axis]) continue
    const words = { yaw: 'turned', pitch: 'raised or lowered', roll: 'tilted' }[axis]
    throw new Fault(
      'turned-face',
      `The head is ${words} by ${angle} degrees; at most ${MAX_FACE_TURN[axis]} are allowed.`,
    )
  }
  return face
}
