import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'

/**
 * Something that opens and closes: its rim, what of the old face stays where the giver's cannot be used, and the
 * landmarks between which its height and width are measured.
 */
type Opening = {
  rim: readonly number[]
  stays: readonly number[]
  height: [number, number]
  width: [number, number]
}

export const MOUTH_OPENING: Opening = {
  rim: FACE.lipsInner,
  // Lips stretched over teeth do not close: with the opening go its lips.
  stays: FACE.lipsOuter,
  height: [FACE.upperLipBottom, FACE.lowerLipTop],
  width: [FACE.rightMouthCorner, FACE.leftMouthCorner],
}

const LEFT_EYE = [...FACE.leftUpperLid, ...[...FACE.leftLowerLid].reverse()]
const RIGHT_EYE = [...FACE.rightUpperLid, ...[...FACE.rightLowerLid].reverse()]

export const EYE_OPENINGS: readonly Opening[] = [
  {
    rim: LEFT_EYE,
    stays: LEFT_EYE,
    height: [FACE.leftEye.top, FACE.leftEye.bottom],
    width: [FACE.leftEye.outer, FACE.leftEye.inner],
  },
  {
    rim: RIGHT_EYE,
    stays: RIGHT_EYE,
    height: [FACE.rightEye.top, FACE.rightEye.bottom],
    width: [FACE.rightEye.outer, FACE.rightEye.inner],
  },
]

/** By how much, in widths of the mouth, two mouths may be open differently for one's teeth to do for the other. */
const MAX_MOUTH_DIFFERENCE = 0.07

/** Below this share of its width an eye is closed, above the second it is open. */
const CLOSED_EYE = 0.1
const OPEN_EYE = 0.16

/**
 * The openings whose inside the giver cannot give, as rings of landmarks: teeth and eyeballs that are not in a picture
 * cannot be stretched out of its lips and lids. Eyes go in pairs.
 */
export function openingsDonorLacks(
  old: readonly Point[],
  given: readonly Point[],
): (readonly number[])[] {
  const kept: (readonly number[])[] = []
  if (
    Math.abs(openness(old, MOUTH_OPENING) - openness(given, MOUTH_OPENING)) > MAX_MOUTH_DIFFERENCE
  )
    kept.push(MOUTH_OPENING.stays)
  const shut = EYE_OPENINGS.some(
    (eye) => openness(given, eye) < CLOSED_EYE && openness(old, eye) > OPEN_EYE,
  )
  if (shut) kept.push(...EYE_OPENINGS.map(({ stays }) => stays))
  return kept
}

/** How far the mouth is open, in widths of it. */
export function mouthOpenness(landmarks: readonly Point[]): number {
  return openness(landmarks, MOUTH_OPENING)
}

function openness(landmarks: readonly Point[], { height, width }: Opening): number {
  const distance = ([i, j]: [number, number]): number =>
    Math.hypot(landmarks[i]!.x - landmarks[j]!.x, landmarks[i]!.y - landmarks[j]!.y)
  return distance(height) / Math.max(1e-6, distance(width))
}
