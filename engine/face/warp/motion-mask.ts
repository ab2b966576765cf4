import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { Face } from '../../vision/faces/face.ts'
import { BORDER_FALLOFF, OTHER_FACE_FALLOFF } from '../tuning.ts'
import { normaliseFace } from './normalised-face.ts'
import { outlineOf, polarPositionOf } from './outline.ts'

/**
 * How far a pixel of the picture may move along each axis, 0 (pinned) to 1. Other faces are pinned. At the picture's
 * border pixels move only along it, because nothing is known from outside.
 */
export type MotionMask = (x: number, y: number) => { across: number; down: number }

/**
 * @param others the faces that stay as they are
 * @param eyeDistance of the face that is changed, pixels
 */
export function motionMaskOf(
  { width, height }: Size,
  others: readonly Face[],
  eyeDistance: number,
): MotionMask {
  const faces = others.map((other) => {
    const face = normaliseFace(other)
    return { frame: face.frame, outline: outlineOf(face) }
  })
  const { pinned, free } = OTHER_FACE_FALLOFF
  const border = BORDER_FALLOFF * eyeDistance
  return (x, y) => {
    let weight = 1
    for (const { frame, outline } of faces) {
      const { u, v } = frame.toFacePoint({ x, y })
      const away = Math.hypot(u - outline.centre.u, v - outline.centre.v)
      if (away >= outline.maxRadius + free) continue
      const { distance, edge } = polarPositionOf(outline, u, v)
      weight = Math.min(weight, smoothstep(pinned, free, distance - edge))
    }
    return {
      across: weight * smoothstep(0, border, Math.min(x, width - 1 - x)),
      down: weight * smoothstep(0, border, Math.min(y, height - 1 - y)),
    }
  }
}
