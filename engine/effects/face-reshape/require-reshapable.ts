import { Fault } from '../../../catalog/fault.ts'
import type { Face, HeadPose } from '../../vision/faces/face.ts'

/** The share of the picture's width and height that a face has to exceed. */
const MIN_SHARE = 1 / 20

/** Degrees that each angle has to stay below. */
const MAX_ANGLE = 30

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
  for (const angle of ['pitch', 'yaw', 'roll'] satisfies (keyof HeadPose)[]) {
    if (Math.abs(pose[angle]) < MAX_ANGLE) continue
    const degrees = Math.round(pose[angle])
    throw new Fault(
      'turned-face',
      `The face is turned too far: its ${angle} is ${degrees} degrees; each angle must be under ${MAX_ANGLE}.`,
    )
  }
}
