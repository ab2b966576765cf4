import { luminance } from '../raster/colour/lab.ts'
import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/faces/face.ts'
import { measureSclera } from './sclera.ts'

/** Luma of the skin, 0–1, at which the light is sufficient whatever the skin type. */
const MIN_SKIN_LUMA = 0.27

/** Luminance, 0–1, that the white of an eye has at least where very dark skin is well lit. */
const MIN_SCLERA_LIGHT = 0.12

/** Luma of the skin, 0–1, below which no detail is visible. */
const MIN_VISIBLE_LUMA = 0.05

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
