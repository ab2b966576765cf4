import { distance, type Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'
import {
  CLOSED_EYE,
  CLOSED_MOUTH,
  MAX_MOUTH_DIFFERENCE,
  MAX_PARTED_LIPS,
  OPEN_EYE,
  STRETCHED_EYE,
} from './tuning.ts'

/**
 * A mouth or an eye, as landmarks: its rim, the ring that stays the target's where the donor's inside cannot be used,
 * and the pairs between which its height and width are measured.
 */
type Opening = {
  rim: readonly number[]
  stays: readonly number[]
  height: [number, number]
  width: [number, number]
}

export const MOUTH_OPENING: Opening = {
  rim: FACE.lipsInner,
  // Lips that are stretched over teeth do not close: they stay together with the opening.
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

/**
 * The openings whose inside the donor's picture does not show, as rings of landmarks: teeth and eyeballs cannot be
 * stretched out of closed lips and lids, and narrow eyes are a blur where they are drawn wide. Both eyes are kept or
 * none.
 */
export function openingsDonorLacks(
  target: readonly Point[],
  donor: readonly Point[],
): (readonly number[])[] {
  const kept: (readonly number[])[] = []
  const mouths = [openness(target, MOUTH_OPENING), openness(donor, MOUTH_OPENING)]
  const most = Math.min(...mouths) < CLOSED_MOUTH ? MAX_PARTED_LIPS : MAX_MOUTH_DIFFERENCE
  if (Math.abs(mouths[0]! - mouths[1]!) > most) kept.push(MOUTH_OPENING.stays)
  if (eyesStay(target, donor)) kept.push(...EYE_OPENINGS.map(({ stays }) => stays))
  return kept
}

/** Whether a donor's eyes are so narrow that they cannot be drawn as far open as the target's. */
export function eyesStay(target: readonly Point[], donor: readonly Point[]): boolean {
  return EYE_OPENINGS.some(
    (eye) =>
      isShutOnly(donor, target, eye) ||
      openness(target, eye) > STRETCHED_EYE * openness(donor, eye),
  )
}

/** Whether an eye of a face is shut whose lids a donor's open eye would be pressed between. */
export function winks(target: readonly Point[], donor: readonly Point[]): boolean {
  return EYE_OPENINGS.some((eye) => isShutOnly(target, donor, eye))
}

function isShutOnly(one: readonly Point[], other: readonly Point[], eye: Opening): boolean {
  return openness(one, eye) < CLOSED_EYE && openness(other, eye) > OPEN_EYE
}

/** How far a mouth is open, in its own widths. */
export function mouthOpenness(landmarks: readonly Point[]): number {
  return openness(landmarks, MOUTH_OPENING)
}

/** How far a mouth or an eye is open, in its own widths. */
export function openness(landmarks: readonly Point[], { height, width }: Opening): number {
  const apart = ([i, j]: [number, number]): number => distance(landmarks[i]!, landmarks[j]!)
  return apart(height) / Math.max(1e-6, apart(width))
}
