import type * as z from 'zod/mini'
import type { FaceFeatures, skinSmoothing } from '../../../catalog/face-reshape.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/face.ts'
import { smoothSkin } from '../skin/smooth-skin.ts'
import { CHANGES } from './changes.ts'
import { amounts } from './features.ts'
import { requireSuitable } from './require-suitable.ts'
import { earsShown } from './warp/ears-shown.ts'
import { mapFace } from './warp/face-map.ts'
import { warpFace } from './warp/warp-face.ts'

/** What is asked, as on the wire: strengths of -100 to 100 and 0 to 100. */
export type FaceReshape = { features: FaceFeatures; global?: SkinSmoothing }

export type SkinSmoothing = z.output<typeof skinSmoothing>

/**
 * Changes the proportions of one face and of no other, and smooths its skin. All keys are carried out in one warp of
 * the face's surroundings; pixels further away keep their bytes, and with nothing asked the result is the picture
 * itself.
 *
 * Throws `small-face` and `turned-face` as {@link requireSuitable}, `parameter` for a key or value there is no change
 * for.
 */
export function faceReshape(
  picture: Picture,
  face: Face,
  others: readonly Face[],
  { features, global = {} }: FaceReshape,
): Picture {
  const asked = amounts(features)
  requireSuitable(face, picture)
  const map = mapFace(face, earsShown(picture, face))
  const moves = [...asked].flatMap(([name, amount]) => CHANGES[name](amount, map))
  return warpFace(smoothed(picture, face, global), map, others, moves)
}

/** The picture with the skin of one face smoothed as the wire's global values ask. */
export function smoothed(picture: Picture, face: Face, global: SkinSmoothing): Picture {
  const { skin_smooth_strength: strength = 0, skin_smooth_color_intensity: colour = 0 } = global
  if (strength === 0 && colour === 0) return picture
  return smoothSkin(picture, face, { strength: strength / 100, colour: colour / 100 })
}
