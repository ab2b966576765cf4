import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/face.ts'
import { scleraOf } from './sclera.ts'

/** Luma of the skin from which on the light is enough whatever the skin. */
const BRIGHT_SKIN = 0.27

/** Linear light that the white of an eye gives back at least where very dark skin is well lit. */
const BRIGHT_EYES = 0.12

/** Luma of the skin below which nothing can be made out. */
const BLACK = 0.05

/**
 * Whether the light on a face is too dim to work by. Dark skin in good light is as dark as pale skin in the dark: the
 * white of the eyes, which everybody has, tells the two apart.
 */
export function isTooDark(picture: Picture, face: Face): boolean {
  const { light } = face.quality
  if (light >= BRIGHT_SKIN) return false
  const { r, g, b, pixels } = scleraOf(picture, face)
  if (light < BLACK || pixels === 0) return true
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < BRIGHT_EYES
}
