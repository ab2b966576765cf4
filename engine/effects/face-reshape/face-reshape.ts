import type { FaceFeatures } from '../../../catalog/features/face-reshape.ts'
import { applySkinSmoothing, type SkinSmoothing } from '../../face/retouch/apply-skin-smoothing.ts'
import { earVisibility } from '../../face/warp/ear-visibility.ts'
import { normaliseFace } from '../../face/warp/normalised-face.ts'
import { warpFace } from '../../face/warp/warp-face.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { FEATURE_WARPS } from './feature-warps.ts'
import { amountsOf } from './features.ts'
import { requireReshapable } from './require-reshapable.ts'

/** The effect's parameters as on the wire: features of -100 to 100, skin smoothing of 0 to 100. */
export type FaceReshapeParameters = { features: FaceFeatures; global?: SkinSmoothing }

/**
 * Changes the proportions of one face and smooths its skin. All features are carried out in one warp of the face's
 * surroundings. Pixels further away and `others` keep their bytes; with nothing asked the result is the picture itself.
 * @throws Fault `small-face` and `turned-face` as {@link requireReshapable}, `parameter` for an unknown key or value
 */
export function reshapeFace(
  picture: Picture,
  face: Face,
  others: readonly Face[],
  { features, global = {} }: FaceReshapeParameters,
): Picture {
  const amounts = amountsOf(features)
  requireReshapable(face, picture)
  const normalised = normaliseFace(face, earVisibility(picture, face))
  const warps = [...amounts].flatMap(([name, amount]) => FEATURE_WARPS[name](amount, normalised))
  return warpFace(applySkinSmoothing(picture, face, global), normalised, others, warps)
}
