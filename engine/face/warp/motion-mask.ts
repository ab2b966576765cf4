import type { Face } from '../../vision/faces/face.ts'
import { ease } from './ease.ts'
import { normaliseFace } from './normalised-face.ts'
import { outlineOf, polarPositionOf } from './outline.ts'

/**
 * How freely a pixel of the picture may move across and down, 0–1: not at all on another face, and near the frame only
 * along it, because nothing is known from outside.
 */
export type MotionMask = (x: number, y: number) => { across: number; down: number }

/** Where another face ends and where the hold it has ends, in units of that face. */
const OTHER_FACE_FALLOFF = { still: 0.08, free: 0.45 }

/** Where the hold of the frame ends, in units of the face that is changed. */
const BORDER_FALLOFF = 0.3

/**
 * Holds the frame of a picture and the other faces in it; `unit` is the distance of the changed face's eyes, pixels.
 */
export function motionMaskOf(
  { width, height }: { width: number; height: number },
  others: readonly Face[],
  unit: number,
): MotionMask {
  const faces = others.map((other) => {
    const map = normaliseFace(other)
    return { frame: map.frame, outline: outlineOf(map) }
  })
  const room = BORDER_FALLOFF * unit
  return (x, y) => {
    let free = 1
    for (const { frame, outline } of faces) {
      const { u, v } = frame.toFacePoint({ x, y })
      const away = Math.hypot(u - outline.centre.u, v - outline.centre.v)
      if (away >= outline.most + OTHER_FACE_FALLOFF.free) continue
      const { distance, edge } = polarPositionOf(outline, u, v)
      free = Math.min(
        free,
        ease(distance - edge, OTHER_FACE_FALLOFF.still, OTHER_FACE_FALLOFF.free),
      )
    }
    return {
      across: free * ease(Math.min(x, width - 1 - x), 0, room),
      down: free * ease(Math.min(y, height - 1 - y), 0, room),
    }
  }
}
