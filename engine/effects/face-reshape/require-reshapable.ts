import { Fault } from '../../../catalog/fault.ts'
import { RESHAPED_FACE } from '../../../catalog/framings.ts'
import { requirePose } from '../../face/pose-rule.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_ANGLE } from './tuning.ts'

const { minWidth: MIN_WIDTH, minHeight: MIN_HEIGHT } = RESHAPED_FACE

/**
 * The service's conditions on the source photo: a face larger than a twentieth of the picture in width and height, and
 * turned by less than 30° in pitch, yaw and roll.
 * @throws Fault `small-face` or `turned-face`
 */
export function requireReshapable(
  { box, pose }: Face,
  { width, height }: { width: number; height: number },
): void {
  if (box.width <= width * MIN_WIDTH || box.height <= height * MIN_HEIGHT) {
    throw new Fault(
      'small-face',
      `The face is ${box.width} x ${box.height} pixels; it must be larger than 1/20 of the picture's width and height.`,
    )
  }
  requirePose(pose, MAX_ANGLE, { under: true })
}
