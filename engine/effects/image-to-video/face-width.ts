import { distance } from '../../geometry/point.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { NOSE_TO_SHOULDERS } from './tuning.ts'

/** The width of a face in pixels, by the points of its body. */
export function faceWidth({ landmarks }: Body): number {
  const [left, right] = [landmarks[BODY.leftEar]!, landmarks[BODY.rightEar]!]
  const [one, other] = [landmarks[BODY.leftShoulder]!, landmarks[BODY.rightShoulder]!]
  const { x, y } = landmarks[BODY.nose]!
  const toShoulders = Math.hypot((one.x + other.x) / 2 - x, (one.y + other.y) / 2 - y)
  return Math.max(distance(left, right), NOSE_TO_SHOULDERS * toShoulders)
}
