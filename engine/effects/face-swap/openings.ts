import { distance, type Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'
import { CLOSED_EYE, STRETCHED_EYE } from './tuning.ts'

/** An eye as landmarks: its rim, and the pairs between which its height and width are measured. */
type Opening = {
  rim: readonly number[]
  height: [number, number]
  width: [number, number]
}

const LEFT_EYE = [...FACE.leftUpperLid, ...[...FACE.leftLowerLid].reverse()]
const RIGHT_EYE = [...FACE.rightUpperLid, ...[...FACE.rightLowerLid].reverse()]

export const EYE_OPENINGS: readonly Opening[] = [
  {
    rim: LEFT_EYE,
    height: [FACE.leftEye.top, FACE.leftEye.bottom],
    width: [FACE.leftEye.outer, FACE.leftEye.inner],
  },
  {
    rim: RIGHT_EYE,
    height: [FACE.rightEye.top, FACE.rightEye.bottom],
    width: [FACE.rightEye.outer, FACE.rightEye.inner],
  },
]

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

/** How far an eye is open, in its own widths. */
function openness(landmarks: readonly Point[], { height, width }: Opening): number {
  const apart = ([i, j]: [number, number]): number => distance(landmarks[i]!, landmarks[j]!)
  return apart(height) / Math.max(1e-6, apart(width))
}
