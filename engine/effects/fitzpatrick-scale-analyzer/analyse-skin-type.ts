import { Fault } from '../../../catalog/failures/fault.ts'
import { measureSclera } from '../../face/sclera.ts'
import {
  type LabColour,
  type LinearRgb,
  labToSrgb,
  linearToLab,
  srgbToLinear,
} from '../../raster/colour/lab.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { correctWhiteBalance, trustedSclera, withMinimumYellow } from './correct-white-balance.ts'
import { type Exposure, estimateExposure, isClipped } from './estimate-exposure.ts'
import { measureColourSpread } from './measure-colour-spread.ts'
import { measureSkinColour } from './measure-skin-colour.ts'
import { requireColour } from './require-colour.ts'
import { requireReadable } from './require-readable.ts'
import { type SkinType, skinType, typologyAngle } from './skin-type.ts'

/** What a picture tells about the type of a face's skin. */
export type SkinReading = {
  type: SkinType
  /** The individual typology angle, degrees. */
  angle: number
  /** The skin's colour after correction of light and exposure, CIELAB (D65). */
  colour: LabColour
  exposure: Exposure
  /** The palest and the darkest type within one standard error of the exposure (two in three). */
  between: readonly [SkinType, SkinType]
}

/**
 * Estimates the Fitzpatrick type of a face's skin by its colour. Patches of skin are measured, the white of the eyes
 * corrects the colour of the light, cues in the face correct the exposure, and the individual typology angle gives one
 * of six groups. A picture whose exposure is a stop off is read up to one type off; `between` says what else is likely.
 *
 * This is no medical device and no diagnosis. It reads the colour of pixels: a tan, make-up, coloured or dim light, the
 * camera's processing and its exposure move the result by a type or more. How skin burns or tans, which is what
 * Fitzpatrick's scale is about, cannot be seen. Do not dose light, sun or medicine by it.
 *
 * Throws Fault `cut-face`, `small-face`, `turned-face`, `hidden-face` or `dark` for a face that cannot be read; `dark`
 * also where light burns out the skin's colour, or where the picture has none.
 */
export function analyseSkinType(picture: Picture, face: Face): SkinReading {
  requireReadable(picture, face)
  const measured = measureSkinColour(picture, face)
  if (!measured) {
    throw new Fault('hidden-face', 'Too little bare skin is seen on cheeks and forehead.')
  }
  const skin = linearOf(measured)
  const white = trustedSclera(skin, measureSclera(picture, face))
  if (isClipped(skin, white)) {
    throw new Fault('dark', 'The light on the face is so bright that its colour is burnt out.')
  }
  const balanced = correctWhiteBalance(skin, white)
  requireColour(measureColourSpread(picture, face), measured, linearToLab(...balanced))
  const exposure = estimateExposure(balanced, white)
  const colour = exposed(balanced, exposure.stops)
  const angle = typologyAngle(colour)
  const typeAt = (stops: number): SkinType => skinType(typologyAngle(exposed(balanced, stops)))
  const palest = typeAt(exposure.stops + exposure.error)
  const darkest = typeAt(exposure.stops - exposure.error)
  return { type: skinType(angle), angle, colour, exposure, between: [palest, darkest] }
}

function linearOf(colour: LabColour): LinearRgb {
  const [red, green, blue] = labToSrgb(colour)
  return [srgbToLinear(red), srgbToLinear(green), srgbToLinear(blue)]
}

/** The colour of skin in an exposure that is some stops brighter. */
function exposed([red, green, blue]: LinearRgb, stops: number): LabColour {
  const gain = 2 ** stops
  return withMinimumYellow(linearToLab(red * gain, green * gain, blue * gain))
}
