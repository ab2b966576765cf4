import type { FaceFeatures } from '../../../catalog/face-reshape.ts'
import { applySkinSmoothing, type SkinSmoothing } from '../../face/retouch/apply-skin-smoothing.ts'
import { earVisibility } from '../../face/warp/ear-visibility.ts'
import { normaliseFace } from '../../face/warp/normalised-face.ts'
import { warpFace } from '../../face/warp/warp-face.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { FEATURE_WARPS } from './feature-warps.ts'
import { amountsOf } from './features.ts'
import { requireReshapable } from './require-reshapable.ts'

/** What is asked, as on the wire: strengths of -100 to 100 and 0 to 100. */
export type FaceReshapeParameters = { features: FaceFeatures; global?: SkinSmoothing }

/**
 * Changes the proportions of one face and of no other, and smooths its skin. All keys are carried out in one warp of
 * the face's surroundings; pixels further away keep their bytes, and with nothing asked the result is the picture
 * itself.
 *
 * Throws `small-face` and `turned-face` as {@link requireReshapable}, `parameter` for a key or value there is no change
 * for.
 */
export function reshapeFace(
  picture: Picture,
  face: Face,
  others: readonly Face[],
  { features, global = {} }: FaceReshapeParameters,
): Picture {
  const asked = amountsOf(features)
  requireReshapable(face, picture)
  const map = normaliseFace(face, earVisibility(picture, face))
  const moves = [...asked].flatMap(([name, amount]) => FEATURE_WARPS[name](amount, map))
  return warpFace(applySkinSmoothing(picture, face, global), map, others, moves)
}
