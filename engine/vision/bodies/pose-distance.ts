import type { Point } from '../../raster/picture.ts'
import { BODY, type BodyLandmark } from './body.ts'

type Posed = { landmarks: readonly BodyLandmark[] }

/** The points that hold still while limbs move. Hips are left out: in half-length portraits they are guessed. */
const STEADY: readonly number[] = [
  BODY.nose,
  BODY.leftEar,
  BODY.rightEar,
  BODY.leftShoulder,
  BODY.rightShoulder,
]

/**
 * How far apart two bodies are: the mean distance of heads and shoulders, as a share of the larger one's distance
 * from shoulders to nose. 0 is the same place; two people side by side are 1 and more apart.
 */
export function poseDistance(a: Posed, b: Posed): number {
  const apart = STEADY.reduce((sum, at) => sum + gap(a.landmarks[at]!, b.landmarks[at]!), 0)
  return apart / STEADY.length / Math.max(size(a), size(b))
}

/** The longest distance between two of the steady points: as good from the side as from the front. */
function size({ landmarks }: Posed): number {
  const points = STEADY.map((at) => landmarks[at]!)
  return Math.max(...points.flatMap((p) => points.map((q) => gap(p, q))))
}

function gap(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
