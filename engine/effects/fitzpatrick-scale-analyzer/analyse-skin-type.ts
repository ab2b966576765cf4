import { Fault } from '../../../catalog/fault.ts'
import { measureSclera } from '../../face/sclera.ts'
import { labToSrgb, linearToLab, srgbToLinear } from '../../raster/lab.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { correctWhiteBalance, trustedSclera, withMinimumYellow } from './correct-white-balance.ts'
import { type Exposure, estimateExposure, isClipped } from './estimate-exposure.ts'
import { type LabColour, measureSkinColour } from './measure-skin-colour.ts'
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
  /** The palest and the darkest type that the exposure's error leaves likely (two in three). */
  between: readonly [SkinType, SkinType]
}

/**
 * Estimates the Fitzpatrick type of a face's skin by its colour: patches of skin, trimmed, corrected for the light by
 * the white of the eyes and for the exposure by what the face shows of it, the individual typology angle, six groups
 * of it. A picture whose exposure is a stop off is read up to one type off; `between` says what else is likely.
 *
 * This is no medical device and no diagnosis. It reads the colour of pixels: a tan, make-up, coloured or dim light, the
 * camera's own processing and its exposure move the result by a type or more, and how skin burns or tans, which is what
 * Fitzpatrick's scale is about, cannot be seen. Do not dose light, sun or medicine by it.
 *
 * Throws Fault `cut-face`, `small-face`, `turned-face`, `hidden-face` or `dark` (also where the light burns the skin's
 * colour out, or the picture has none) for a face that cannot be read.
 */
export function analyseSkinType(picture: Picture, face: Face): SkinReading {
  requireReadable(picture, face)
  const seen = measureSkinColour(picture, face)
  if (!seen) throw new Fault('hidden-face', 'Too little bare skin is seen on cheeks and forehead.')
  const skin = linearOf(seen)
  const eyes = measureSclera(picture, face)
  const white = trustedSclera(skin, eyes)
  if (isClipped(skin, white)) {
    throw new Fault('dark', 'The light on the face is so bright that its colour is burnt out.')
  }
  const even = correctWhiteBalance(skin, white)
  requireColour(skin, eyes, labOf(even))
  const exposure = estimateExposure(even, white)
  const at = (stops: number): LabColour =>
    withMinimumYellow(labOf(even.map((value) => value * 2 ** stops)))
  const colour = at(exposure.stops)
  const angle = typologyAngle(colour)
  const [dark, pale] = [-1, 1].map((side) =>
    skinType(typologyAngle(at(exposure.stops + side * exposure.error))),
  )
  return { type: skinType(angle), angle, colour, exposure, between: [pale!, dark!] }
}

function linearOf({ l, a, b }: LabColour): number[] {
  const rgb = new Float64Array(3)
  labToSrgb(l, a, b, rgb)
  return [...rgb].map(srgbToLinear)
}

function labOf([red, green, blue]: readonly number[]): LabColour {
  const lab = new Float64Array(3)
  linearToLab(red!, green!, blue!, lab)
  const [l, a, b] = lab as unknown as [number, number, number]
  return { l, a, b }
}
