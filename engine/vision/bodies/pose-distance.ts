import { distance } from '../../geometry/point.ts'
import { BODY, type BodyLandmark } from './body.ts'

type Posed = { landmarks: readonly BodyLandmark[] }

/** The landmarks that move least with the limbs. Hips are left out: in half-length portraits they are a guess. */
const STABLE: readonly number[] = [
  BODY.nose,
  BODY.leftEar,
  BODY.rightEar,
  BODY.leftShoulder,
  BODY.rightShoulder,
]

/**
 * The distance between two bodies: the mean distance of their heads and shoulders as a share of the larger body's
 * size. It is 0 in the same position, and 1 or more for two people side by side.
 */
export function poseDistance(a: Posed, b: Posed): number {
  const apart = STABLE.reduce((sum, at) => sum + distance(a.landmarks[at]!, b.landmarks[at]!), 0)
  return apart / STABLE.length / Math.max(size(a), size(b))
}

/** The longest distance between two of the stable landmarks, which works from the side as well as from the front. */
function size({ landmarks }: Posed): number {
  const points = STABLE.map((at) => landmarks[at]!)
  return Math.max(...points.flatMap((p) => points.map((q) => distance(p, q))))
}
