import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/faces/face.ts'
import { measureSclera } from './sclera.ts'

/** Luma of the skin from which on the light is enough whatever the skin. */
const MIN_SKIN_LUMA = 0.27

/** Linear light that the white of an eye gives back at least where very dark skin is well lit. */
const MIN_SCLERA_LIGHT = 0.12

/** Luma of the skin below which nothing can be made out. */
const MIN_VISIBLE_LUMA = 0.05

/**
 * Whether the light on a face is too dim to work by. Dark skin in good light is as dark as pale skin in the dark: the
 * white of the eyes, which everybody has, tells the two apart.
 */
export function isTooDark(picture: Picture, face: Face): boolean {
  const { light } = face.quality
  if (light >= MIN_SKIN_LUMA) return false
  const { r, g, b, pixels } = measureSclera(picture, face)
  if (light < MIN_VISIBLE_LUMA || pixels === 0) return true
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < MIN_SCLERA_LIGHT
}
