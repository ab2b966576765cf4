import { Fault } from '../../../catalog/fault.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/face.ts'
import { scleraOf } from '../skin/sclera.ts'
import { correctLight } from './correct-light.ts'
import { requireReadable } from './require-readable.ts'
import { type Lab, skinColour } from './skin-colour.ts'
import { type SkinType, skinType, typologyAngle } from './skin-type.ts'

/** What a picture tells about the type of a face's skin. */
export type SkinReading = {
  type: SkinType
  /** The individual typology angle, degrees. */
  angle: number
  /** The skin's colour after correction of the light, CIELAB (D65). */
  colour: Lab
}

/**
 * Estimates the Fitzpatrick type of a face's skin by its colour: patches of skin, trimmed, corrected for the light by
 * the white of the eyes, the individual typology angle, six groups of it.
 *
 * This is no medical device and no diagnosis. It reads the colour of pixels: a tan, make-up, coloured or dim light, the
 * camera's own processing and its exposure move the result by a type or more, and how skin burns or tans, which is what
 * Fitzpatrick's scale is about, cannot be seen. Do not dose light, sun or medicine by it.
 *
 * Throws Fault `cut-face`, `small-face`, `turned-face`, `hidden-face` or `dark` for a face that cannot be read.
 */
export function analyseSkinType(picture: Picture, face: Face): SkinReading {
  requireReadable(picture, face)
  const seen = skinColour(picture, face)
  if (!seen) throw new Fault('hidden-face', 'Too little bare skin is seen on cheeks and forehead.')
  const colour = correctLight(seen, scleraOf(picture, face))
  const angle = typologyAngle(colour)
  return { type: skinType(angle), angle, colour }
}
