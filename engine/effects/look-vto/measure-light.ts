import { measureSclera } from '../../face/sclera.ts'
import {
  type LabColour,
  type LinearRgb,
  labToSrgb,
  luminance,
  srgbToLinear,
} from '../../raster/colour/lab.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import {
  LEAST_SKIN,
  LIGHT_BY_SKIN,
  LIGHT_STRENGTH,
  MIN_SCLERA,
  MOST_CAST,
  NEUTRAL_SKIN,
  PALEST_SKIN,
  SCLERA_LUMINANCE,
  SKIN_SHARE,
  SKIN_TINT,
  TINT_SHARE,
  WHITE_TINT,
} from './tuning.ts'

/** The light on a face. */
export type FaceLight = {
  /** What a perfect white would reflect where the skin is typical, in linear light. */
  colour: LinearRgb
  /** The typical skin in that light, and its relative luminance. */
  skin: LinearRgb
  skinLuminance: number
}

/**
 * Estimates the light on a face from the whites of its eyes. Where they do not show it is estimated from the skin,
 * which tells less: dark skin in good light is as light as pale skin in the dark.
 * @param typical the median colour of the skin
 */
export function measureLight(picture: Picture, face: Face, typical: LabColour): FaceLight {
  const [red, green, blue] = labToSrgb(typical)
  const skin: LinearRgb = [srgbToLinear(red), srgbToLinear(green), srgbToLinear(blue)]
  const skinLuminance = Math.max(LEAST_SKIN, luminance(...skin))
  const bySkin = LIGHT_BY_SKIN.least + LIGHT_BY_SKIN.by * skinLuminance
  const { pixels, ...white } = measureSclera(picture, face)
  const y = luminance(white.r, white.g, white.b)
  const trust = y > 0 ? Math.min(1, pixels / MIN_SCLERA) : 0
  const byEyes = y / SCLERA_LUMINANCE
  // Pale skin reflects at most two thirds of the light: it cannot be lighter than its light allows. Eyes and skin tell
  // it about as well, so their ratio is halved: of a face in deep shadow both are dark.
  const full = trust * byEyes + (1 - trust) * bySkin
  const strength = Math.min(
    LIGHT_STRENGTH.most,
    Math.max(
      LIGHT_STRENGTH.least,
      skinLuminance / PALEST_SKIN,
      Math.sqrt(full * Math.min(1, bySkin)),
    ),
  )
  const byWhite = (level: number): number =>
    trust === 0
      ? 1
      : Math.min(WHITE_TINT.most, Math.max(WHITE_TINT.least, level / y)) ** (TINT_SHARE * trust)
  const tint = tintOfSkin(skin, skinLuminance)
  const found: LinearRgb = [
    byWhite(white.r) * tint[0],
    byWhite(white.g) * tint[1],
    byWhite(white.b) * tint[2],
  ]
  const eyes: LinearRgb = trust === 1 ? [white.r, white.g, white.b] : [1, 1, 1]
  const [r, g, b] = withCast(found, eyes, deviationOfSkin(skin, skinLuminance))
  return {
    colour: [strength * r, strength * g, strength * b],
    skin,
    skinLuminance,
  }
}

/** The tint of the light by the colour of the skin, of luminance 1. */
function tintOfSkin(skin: LinearRgb, y: number): LinearRgb {
  const share = (off: number): number =>
    Math.min(SKIN_TINT.most, Math.max(SKIN_TINT.least, off)) ** SKIN_SHARE
  const off = deviationOfSkin(skin, y)
  const [red, blue] = [share(off[0]), share(off[2])]
  const light = luminance(red, 1, blue)
  return [red / light, 1 / light, blue / light]
}

/** How far the skin's red and blue are off those of neutral light, by its green. */
function deviationOfSkin([r, g, b]: LinearRgb, y: number): LinearRgb {
  const { pale, dark } = NEUTRAL_SKIN
  const along = Math.min(1, Math.max(0, Math.log(y / dark.y) / Math.log(pale.y / dark.y)))
  const usual = (from: number, to: number): number => from * (to / from) ** along
  const green = Math.max(1e-4, g)
  return [r / green / usual(dark.red, pale.red), 1, b / green / usual(dark.blue, pale.blue)]
}

/**
 * A tint with as much of a cast as both the whites of the eyes and the skin have: what one of them has alone can be
 * veins, or a person's own.
 */
function withCast(tint: LinearRgb, eyes: LinearRgb, skin: LinearRgb): LinearRgb {
  const cast = (channel: 0 | 2): number => {
    const [own, white] = [tint, eyes].map((each) => each[channel] / Math.max(1e-4, each[1]))
    const most = (value: number): number => Math.min(MOST_CAST, Math.max(1 / MOST_CAST, value || 1))
    const [a, b] = [most(white!), most(skin[channel])]
    if (a > 1 && b > 1) return Math.max(own!, Math.min(a, b))
    return a < 1 && b < 1 ? Math.min(own!, Math.max(a, b)) : own!
  }
  const [red, blue] = [cast(0), cast(2)]
  const by = luminance(...tint) / luminance(red, 1, blue)
  return [red * by, by, blue * by]
}
