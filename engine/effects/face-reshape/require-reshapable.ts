import { Fault } from '../../../catalog/fault.ts'
import { requirePose } from '../../face/pose-rule.ts'
import type { Face } from '../../vision/faces/face.ts'

/** The share of the picture's width and height that a face has to exceed. */
const MIN_SHARE = 1 / 20

/** Degrees that each angle has to stay below. */
const MAX_ANGLE = { pitch: 30, yaw: 30, roll: 30 } as const

/**
 * The service's conditions on the source photo: a face larger than a twentieth of the picture in width and height, and
 * turned by less than 30° in pitch, yaw and roll.
 * @throws Fault `small-face` or `turned-face`
 */
export function requireReshapable(
  { box, pose }: Face,
  { width, height }: { width: number; height: number },
): void {
  if (box.width <= width * MIN_SHARE || box.height <= height * MIN_SHARE) {
    throw new Fault(
      'small-face',
      `The face is ${box.width} x ${box.height} pixels; it must be larger than 1/20 of the picture's width and height.`,
    )
  }
  requirePose(pose, MAX_ANGLE, { under: true })
}
