import { Fault } from '../../../catalog/failures/fault.ts'
import { CLOSE_UP } from '../../../catalog/files/framings.ts'
import { isTooDark } from '../../face/is-too-dark.ts'
import { requirePose } from '../../face/pose-rule.ts'
import { smallFace } from '../../face/small-face.ts'
import { MIN_INSIDE } from '../../face/tuning.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_ANGLE } from './tuning.ts'

/** The least width of the face, as a share of the picture's width. */
const { minWidth: MIN_WIDTH_SHARE } = CLOSE_UP

/**
 * The face that a skin simulation changes: the largest of the picture.
 *
 * Throws Fault `target` where there is no face, and `cut-face`, `small-face`, `turned-face` or `dark` for a face that
 * is partly outside the picture, under 60 % of its width, turned away or badly lit.
 */
export function requireSuitableFace(picture: Picture, faces: readonly Face[]): Face {
  const bySize = faces.toSorted((p, q) => q.box.width * q.box.height - p.box.width * p.box.height)
  const [face] = bySize
  if (!face) throw new Fault('target', 'No face was found in the picture.')
  const { width, inside } = face.quality
  if (inside < MIN_INSIDE) {
    throw new Fault('cut-face', 'The face is partly outside the picture.')
  }
  if (width < MIN_WIDTH_SHARE) {
    throw smallFace({ pixels: face.box.width, share: width }, { share: MIN_WIDTH_SHARE })
  }
  requirePose(face.pose, { yaw: MAX_ANGLE, pitch: MAX_ANGLE })
  if (isTooDark(picture, face)) throw new Fault('dark', 'The light on the face is too dim.')
  return face
}
