import { Fault } from '../../../catalog/failures/fault.ts'
import { PORTRAIT } from '../../../catalog/files/framings.ts'
import { isTooDark } from '../../face/is-too-dark.ts'
import { requirePose } from '../../face/pose-rule.ts'
import { smallFace } from '../../face/small-face.ts'
import { MIN_INSIDE } from '../../face/tuning.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_ANGLE, MAX_SIZE } from './tuning.ts'

/** The least width of a face: in pixels, and as a share of the picture's width. */
const MIN_SIZE = { pixels: PORTRAIT.minPixels, share: PORTRAIT.minWidth }

/**
 * Throws a Fault where the colour of a face's skin cannot be measured: `cut-face`, `small-face`, `turned-face`,
 * `hidden-face` or `dark`.
 */
export function requireReadable(picture: Picture, face: Face): void {
  const { box, pose, quality } = face
  if (quality.inside < MIN_INSIDE || quality.height > MAX_SIZE || quality.width > MAX_SIZE) {
    throw new Fault('cut-face', 'The face is too large, or partly outside the picture.')
  }
  if (box.width < MIN_SIZE.pixels || quality.width < MIN_SIZE.share) {
    throw smallFace({ pixels: box.width, share: quality.width }, MIN_SIZE)
  }
  requirePose(pose, MAX_ANGLE)
  const skin = quality.covered.filter((part) => /forehead|Cheek/.test(part))
  if (skin.length > 1) throw new Fault('hidden-face', `The face is covered: ${skin.join(', ')}.`)
  if (isTooDark(picture, face)) throw new Fault('dark', 'The light on the face is too dim.')
}
