import type { Size } from '../../geometry/size.ts'
import { BODY } from '../../vision/bodies/body.ts'
import { type Framing, ROOM } from './camera-at.ts'
import { faceWidth } from './face-width.ts'
import type { People } from './find-people.ts'

/** About the strongest zoom on people of any template. */
const ZOOM = 1.26

/** Below this, in heights from the middle, people are cut off by the picture already. */
const CUT_OFF = 0.48

/** Whoever is this share of the tallest person's height belongs to the group that the camera keeps. */
const GROUP = 0.4

/** Half the width of a head with its hair, in widths of the face. */
const HEAD = 0.75

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
  const forFeet = bottom < CUT_OFF ? (bottom * ZOOM - 0.5 + ROOM) / (ZOOM - 1) : 0
  const forHead = (top * ZOOM + 0.5 - ROOM) / (ZOOM - 1)
  const heads = bodies
    .filter(({ box }) => box.height > GROUP * tallest.box.height)
    .map((body) => {
      const middle = body.landmarks[BODY.nose]!.x / width - 0.5
      const half = (HEAD * faceWidth(body)) / width
      return { left: middle - half, right: middle + half }
    })
  return {
    aim: Math.min(0.5, Math.max(-0.5, Math.min(forHead, Math.max(forFeet, 0)))),
    top,
    ...(bottom < CUT_OFF && { bottom }),
    left: Math.min(...heads.map(({ left }) => left)),
    right: Math.max(...heads.map(({ right }) => right)),
  }
}
