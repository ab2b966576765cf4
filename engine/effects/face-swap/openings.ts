import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/face.ts'

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

export const MOUTH: Opening = {
  rim: FACE.lipsInner,
  // Lips stretched over teeth do not close: with the opening go its lips.
  stays: FACE.lipsOuter,
  height: [FACE.upperLipBottom, FACE.lowerLipTop],
  width: [FACE.rightMouthCorner, FACE.leftMouthCorner],
}

const LEFT_EYE = [...FACE.leftUpperLid, ...[...FACE.leftLowerLid].reverse()]
const RIGHT_EYE = [...FACE.rightUpperLid, ...[...FACE.rightLowerLid].reverse()]

export const EYES: readonly Opening[] = [
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
const APART = 0.07

/** Below this share of its width an eye is closed, above the second it is open. */
const CLOSED = 0.1
const OPEN = 0.16

/**
 * The openings whose inside the giver cannot give, as rings of landmarks: teeth and eyeballs that are not in a picture
 * cannot be stretched out of its lips and lids. Eyes go in pairs.
 */
export function ungiven(old: readonly Point[], given: readonly Point[]): (readonly number[])[] {
  const kept: (readonly number[])[] = []
  if (Math.abs(openness(old, MOUTH) - openness(given, MOUTH)) > APART) kept.push(MOUTH.stays)
  const shut = EYES.some((eye) => openness(given, eye) < CLOSED && openness(old, eye) > OPEN)
  if (shut) kept.push(...EYES.map(({ stays }) => stays))
  return kept
}

/** How far the mouth is open, in widths of it. */
export const mouthOpenness = (landmarks: readonly Point[]): number => openness(landmarks, MOUTH)

function openness(landmarks: readonly Point[], { height, width }: Opening): number {
  const distance = ([i, j]: [number, number]): number =>
    Math.hypot(landmarks[i]!.x - landmarks[j]!.x, landmarks[i]!.y - landmarks[j]!.y)
  return distance(height) / Math.max(1e-6, distance(width))
}
