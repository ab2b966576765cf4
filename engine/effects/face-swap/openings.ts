import { distance, type Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'
import {
  CLOSED_EYE,
  CLOSED_MOUTH,
  MAX_MOUTH_DIFFERENCE,
  MAX_PARTED_LIPS,
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
 * What stays the target's within lips and lids, as rings of landmarks: its eyes, because two that are drawn from
 * another picture are seldom a pair, and its mouth where teeth would have to be stretched out of lips that are closed.
 */
export function openingsToKeep(
  target: readonly Point[],
  donor: readonly Point[],
): (readonly number[])[] {
  const kept = EYE_OPENINGS.map(({ stays }) => stays)
  const mouths = [openness(target, MOUTH_OPENING), openness(donor, MOUTH_OPENING)]
  const most = Math.min(...mouths) < CLOSED_MOUTH ? MAX_PARTED_LIPS : MAX_MOUTH_DIFFERENCE
  if (Math.abs(mouths[0]! - mouths[1]!) > most) kept.push(MOUTH_OPENING.stays)
  return kept
}

/** Whether the lids of one of two faces are nearly shut and those of the other are not: that is no shape of a face. */
export function lidsStay(target: readonly Point[], donor: readonly Point[]): boolean {
  return EYE_OPENINGS.some((eye) => {
    const [own, other] = [openness(target, eye), openness(donor, eye)]
    return Math.min(own, other) < CLOSED_EYE || own > STRETCHED_EYE * other
  })
}

/** Whether both eyes of a face are open far enough for their irises to be seen. */
export function showsIrises(landmarks: readonly Point[]): boolean {
  return EYE_OPENINGS.every((eye) => openness(landmarks, eye) >= CLOSED_EYE)
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
