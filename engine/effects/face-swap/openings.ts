import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/face.ts'

/** Something that opens and closes: its rim, and the landmarks between which its height and width are measured. */
type Opening = { rim: readonly number[]; height: [number, number]; width: [number, number] }

export const MOUTH: Opening = {
  rim: FACE.lipsInner,
  height: [FACE.upperLipBottom, FACE.lowerLipTop],
  width: [FACE.rightMouthCorner, FACE.leftMouthCorner],
}

export const EYES: readonly Opening[] = [
  {
    rim: [...FACE.leftUpperLid, ...[...FACE.leftLowerLid].reverse()],
    height: [FACE.leftEye.top, FACE.leftEye.bottom],
    width: [FACE.leftEye.outer, FACE.leftEye.inner],
  },
  {
    rim: [...FACE.rightUpperLid, ...[...FACE.rightLowerLid].reverse()],
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
  if (Math.abs(openness(old, MOUTH) - openness(given, MOUTH)) > APART) kept.push(MOUTH.rim)
  const shut = EYES.some((eye) => openness(given, eye) < CLOSED && openness(old, eye) > OPEN)
  if (shut) kept.push(...EYES.map(({ rim }) => rim))
  return kept
}

function openness(landmarks: readonly Point[], { height, width }: Opening): number {
  const distance = ([i, j]: [number, number]): number =>
    Math.hypot(landmarks[i]!.x - landmarks[j]!.x, landmarks[i]!.y - landmarks[j]!.y)
  return distance(height) / Math.max(1e-6, distance(width))
}
