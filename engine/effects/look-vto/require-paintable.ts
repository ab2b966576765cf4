import { Fault } from '../../../catalog/failures/fault.ts'
import { PORTRAIT } from '../../../catalog/files/framings.ts'
import { readEyeEdgeWidth } from '../../face/eye-edge-width.ts'
import { isTooDark } from '../../face/is-too-dark.ts'
import { requirePose } from '../../face/pose-rule.ts'
import { smallFace } from '../../face/small-face.ts'
import { MIN_INSIDE } from '../../face/tuning.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_ANGLE, MAX_EYE_EDGE_WIDTH } from './tuning.ts'

/** The least width of the face, as a share of the picture's width and in pixels. */
const { minWidth: MIN_WIDTH_SHARE, minPixels: MIN_PIXELS } = PORTRAIT

/**
 * The face that a look is put on: the largest of the picture.
 *
 * Throws Fault `target` where there is no face, and `cut-face`, `small-face`, `turned-face`, `dark` or `hidden-face`
 * for one that is partly outside the picture, too small, turned away, badly lit, or covered or blurred.
 */
export function requirePaintableFace(picture: Picture, faces: readonly Face[]): Face {
  const bySize = faces.toSorted((p, q) => q.box.width * q.box.height - p.box.width * p.box.height)
  const [face] = bySize
  if (!face) throw new Fault('target', 'No face was found in the picture.')
  const { width, inside, covered } = face.quality
  if (inside < MIN_INSIDE) throw new Fault('cut-face', 'The face is partly outside the picture.')
  if (width < MIN_WIDTH_SHARE || face.box.width < MIN_PIXELS) {
    const needed = { pixels: MIN_PIXELS, share: MIN_WIDTH_SHARE }
    throw smallFace({ pixels: face.box.width, share: width }, needed)
  }
  requirePose(face.pose, MAX_ANGLE)
  if (isTooDark(picture, face)) throw new Fault('dark', 'The light on the face is too dim.')
  if (covered.includes('leftEye') && covered.includes('rightEye')) {
    throw new Fault('hidden-face', 'Both eyes are covered; take dark glasses off.')
  }
  const edges = readEyeEdgeWidth(picture, face)
  if (edges > MAX_EYE_EDGE_WIDTH) {
    const [found, allowed] = [edges, MAX_EYE_EDGE_WIDTH].map((share) => (100 * share).toFixed(2))
    throw new Fault(
      'hidden-face',
      `The face is too blurred: edges of its eyes are ${found} % of its width wide; ` +
        `at most ${allowed} % are allowed.`,
    )
  }
  return face
}
