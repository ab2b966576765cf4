import { RESHAPED_FACE } from '../../../catalog/files/framings.ts'
import { requirePose } from '../../face/pose-rule.ts'
import { smallFace } from '../../face/small-face.ts'
import type { Size } from '../../geometry/size.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_ANGLE } from './tuning.ts'

const { minWidth: MIN_WIDTH, minHeight: MIN_HEIGHT } = RESHAPED_FACE

/**
 * The service's conditions on the source photo: a face larger than a twentieth of the picture in width and height, and
 * turned by less than 30° in pitch, yaw and roll.
 * @throws Fault `small-face` or `turned-face`
 */
export function requireReshapable({ box, pose }: Face, { width, height }: Size): void {
  const least = { wide: width * MIN_WIDTH, high: height * MIN_HEIGHT }
  if (box.width <= least.wide) {
    throw smallFace({ pixels: box.width }, { pixels: Math.floor(least.wide) + 1 })
  }
  if (box.height <= least.high) {
    const needed = { pixels: Math.floor(least.high) + 1 }
    throw smallFace({ pixels: box.height }, needed, { across: 'high' })
  }
  requirePose(pose, MAX_ANGLE, { under: true })
}
