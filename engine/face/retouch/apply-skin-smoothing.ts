import type * as z from 'zod/mini'
import type { skinSmoothing } from '../../../catalog/features/face-reshape.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { smoothSkin } from './smooth-skin.ts'

/** The `global` parameter that face reshape and face lift share, as on the wire: strengths of 0 to 100. */
export type SkinSmoothing = z.output<typeof skinSmoothing>

/** Smooths the skin of one face by the wire's strengths; with both 0 or absent the picture itself is returned. */
export function applySkinSmoothing(picture: Picture, face: Face, global: SkinSmoothing): Picture {
  const { skin_smooth_strength: strength = 0, skin_smooth_color_intensity: colour = 0 } = global
  if (strength === 0 && colour === 0) return picture
  return smoothSkin(picture, face, { strength: strength / 100, colour: colour / 100 })
}
