import { LIFTED_FACE } from '../../../catalog/files/framings.ts'
import { requirePose } from '../../face/pose-rule.ts'
import { smallFace } from '../../face/small-face.ts'
import type { Size } from '../../geometry/size.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_ANGLE } from './tuning.ts'

const { minOfLonger: MIN_SHARE } = LIFTED_FACE

/**
 * The service's conditions on the source photo: a face of more than 32 x 32 pixels where the picture's longer side has
 * 640, with a yaw under 90° and a roll under 75°.
 * @throws Fault `small-face` or `turned-face`
 */
export function requireLiftable({ box, pose }: Face, { width, height }: Size): void {
  const least = Math.max(width, height) * MIN_SHARE
  if (box.width <= least || box.height <= least) {
    const across = box.width <= least ? 'wide' : 'high'
    const pixels = across === 'wide' ? box.width : box.height
    throw smallFace({ pixels }, { pixels: Math.floor(least) + 1 }, { across })
  }
  requirePose(pose, MAX_ANGLE, { under: true })
}
