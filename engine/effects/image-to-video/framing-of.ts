import type { Size } from '../../geometry/size.ts'
import { BODY } from '../../vision/bodies/body.ts'
import type { Framing } from './camera-at.ts'
import { faceWidth } from './face-width.ts'
import type { People } from './find-people.ts'
import {
  CAMERA_AT_ROOM,
  FRAMING_OF_CUT_OFF,
  FRAMING_OF_GROUP,
  FRAMING_OF_HEAD,
  FRAMING_OF_ZOOM,
} from './tuning.ts'

/**
 * What the camera keeps of people: the heads of all who stand together, and of the tallest what fits. A zoom goes for
 * the middle of the picture, if that leaves the person in the frame, or for what leaves feet in it, and above all the
 * head.
 */
export function framingOf({ bodies }: Pick<People, 'bodies'>, { width, height }: Size): Framing {
  const [tallest] = bodies.toSorted((a, b) => b.box.height - a.box.height)
  if (!tallest) return {}
  const top = tallest.box.top / height - 0.5
  const bottom = top + tallest.box.height / height
  const forFeet =
    bottom < FRAMING_OF_CUT_OFF
      ? (bottom * FRAMING_OF_ZOOM - 0.5 + CAMERA_AT_ROOM) / (FRAMING_OF_ZOOM - 1)
      : 0
  const forHead = (top * FRAMING_OF_ZOOM + 0.5 - CAMERA_AT_ROOM) / (FRAMING_OF_ZOOM - 1)
  const heads = bodies
    .filter(({ box }) => box.height > FRAMING_OF_GROUP * tallest.box.height)
    .map((body) => {
      const middle = body.landmarks[BODY.nose]!.x / width - 0.5
      const half = (FRAMING_OF_HEAD * faceWidth(body)) / width
      return { left: middle - half, right: middle + half }
    })
  return {
    aim: Math.min(0.5, Math.max(-0.5, Math.min(forHead, Math.max(forFeet, 0)))),
    top,
    ...(bottom < FRAMING_OF_CUT_OFF && { bottom }),
    left: Math.min(...heads.map(({ left }) => left)),
    right: Math.max(...heads.map(({ right }) => right)),
  }
}
