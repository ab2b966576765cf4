import { luminance } from '../raster/colour/lab.ts'
import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/faces/face.ts'
import { measureSclera } from './sclera.ts'
import { MIN_SCLERA_LIGHT, MIN_SKIN_LUMA, MIN_VISIBLE_LUMA } from './tuning.ts'

/**
 * Whether the light on a face is too dim to work with. Dark skin in good light has the luma of pale skin in dim light:
 * the white of the eyes tells the two apart.
 */
export function isTooDark(picture: Picture, face: Face): boolean {
  const { light } = face.quality
  if (light >= MIN_SKIN_LUMA) return false
  const { r, g, b, pixels } = measureSclera(picture, face)
  if (light < MIN_VISIBLE_LUMA || pixels === 0) return true
  return luminance(r, g, b) < MIN_SCLERA_LIGHT
}
