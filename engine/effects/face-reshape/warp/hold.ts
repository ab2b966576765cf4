import type { Face } from '../../../vision/face.ts'
import { ease } from './ease.ts'
import { mapFace } from './face-map.ts'
import { outlineOf, standingOf } from './outline.ts'

/**
 * How freely a pixel of the picture may move across and down, 0–1: not at all on another face, and near the frame only
 * along it, because nothing is known from outside.
 */
export type Hold = (x: number, y: number) => { across: number; down: number }

/** Where another face ends and where the hold it has ends, in units of that face. */
const FACE_ENDS = { still: 0.08, free: 0.45 }

/** Where the hold of the frame ends, in units of the face that is changed. */
const FRAME_ENDS = 0.3

/**
 * Holds the frame of a picture and the other faces in it; `unit` is the distance of the changed face's eyes, pixels.
 */
export function holdOf(
  { width, height }: { width: number; height: number },
  others: readonly Face[],
  unit: number,
): Hold {
  const faces = others.map((other) => {
    const map = mapFace(other)
    return { frame: map.frame, outline: outlineOf(map) }
  })
  const room = FRAME_ENDS * unit
  return (x, y) => {
    let free = 1
    for (const { frame, outline } of faces) {
      const { u, v } = frame.toPlace({ x, y })
      const away = Math.hypot(u - outline.centre.u, v - outline.centre.v)
      if (away >= outline.most + FACE_ENDS.free) continue
      const { distance, edge } = standingOf(outline, u, v)
      free = Math.min(free, ease(distance - edge, FACE_ENDS.still, FACE_ENDS.free))
    }
    return {
      across: free * ease(Math.min(x, width - 1 - x), 0, room),
      down: free * ease(Math.min(y, height - 1 - y), 0, room),
    }
  }
}
