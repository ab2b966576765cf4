import type { Sclera } from '../../face/sclera.ts'
import { type LinearRgb, luminance } from '../../raster/colour/lab.ts'

/** How far a picture is from the exposure that shows skin as it is, and how certain that is. */
export type Exposure = {
  /** Stops (powers of two of linear light) to add; negative where the picture is too bright. */
  stops: number
  /** Standard error, stops. */
  error: number
}

/** An estimate of the exposure from one cue. */
type Hint = Exposure

/** A published photograph shows a face as somebody wanted it: mostly within a stop. */
const AS_DELIVERED: Hint = { stops: 0, error: 0.7 }

/** The luminance, 0–1, that the white of an eye has at least and at most where the exposure shows skin as it is. */
const EXPOSED = { least: 0.28, most: 0.7 } as const

/** Sclera of this luminance or more may be clipped, so it may have been brighter. */
const CLIPPED_WHITE = { from: 0.95, hint: { stops: -0.9, error: 0.4 } } as const

/**
 * How melanin changes the light that skin reflects. Its absorption falls with the wavelength to the power of 3.33
 * (Jacques, "Optical properties of biological tissues: a review", Phys. Med. Biol. 58, 2013), so from 610 nm to 545 nm
 * it grows by a factor of 1.455: while ln(R/G) grows by 0.455, ln Y falls by about 1.3. The ratio of red to green does
 * not depend on the exposure, so it tells how light skin of that colour should be. `ratio` and `light` are a point on
 * that line, of pale skin in portraits. In very dark skin the unfiltered reflection of the surface outweighs the green
 * that is left, and the ratio hardly grows any further: from `dark.ratio` on the slope is steeper.
 */
const MELANIN = { slope: -2.8, ratio: 0.4, light: 0.6, dark: { ratio: 0.82, slope: -11 } } as const

/** Stops. Blood and the colour of the light change the ratio of red to green too. */
const MELANIN_ERROR = 0.6

/** Skin further off the line than this, in stops, or with a greater ln(R/G), is lit in colour and gives no hint. */
const COLOURED = { stops: 2, ratio: 1 } as const

/** A channel at this level or more, linear 0–1, may be clipped and is not measured. */
export const CLIPPED_LEVEL = 0.97

/** The strongest correction, stops: the hints are no better. */
const MAX_STOPS = 1

/**
 * Estimates the exposure from the face: by the white of the eyes where it is clipped or dim, and by the colour of the
 * skin against its lightness. The hints are averaged by their inverse variances, together with the assumption that the
 * picture is as it should be.
 * @param skin linear sRGB after white balance
 * @param white the white of the eyes, where it can be trusted
 */
export function estimateExposure(skin: LinearRgb, white: Sclera | undefined): Exposure {
  const hints = [AS_DELIVERED, ...scleraHints(white), ...melaninHints(skin)]
  const weight = hints.reduce((sum, { error }) => sum + 1 / error ** 2, 0)
  const stops = hints.reduce((sum, hint) => sum + hint.stops / hint.error ** 2, 0) / weight
  return { stops: Math.min(MAX_STOPS, Math.max(-MAX_STOPS, stops)), error: Math.sqrt(1 / weight) }
}

/** Whether the skin is so overexposed that its colour is lost, and the eyes do not tell by how much. */
export function isClipped([red, green, blue]: LinearRgb, white: Sclera | undefined): boolean {
  if (Math.min(red, green, blue) >= CLIPPED_LEVEL) return true
  return red >= CLIPPED_LEVEL && white === undefined
}

function scleraHints(white: Sclera | undefined): Hint[] {
  if (!white) return []
  const light = luminance(white.r, white.g, white.b)
  if (light >= CLIPPED_WHITE.from) return [CLIPPED_WHITE.hint]
  if (light > EXPOSED.most) return [{ stops: Math.log2(EXPOSED.most / light), error: 0.4 }]
  if (light < EXPOSED.least) return [{ stops: Math.log2(EXPOSED.least / light), error: 0.6 }]
  return []
}

function melaninHints(skin: LinearRgb): Hint[] {
  const [red, green] = skin
  if (red >= CLIPPED_LEVEL || red <= green || green <= 0) return []
  const ratio = Math.log(red / green)
  const beyond = Math.max(0, ratio - MELANIN.dark.ratio)
  const fall = MELANIN.slope * (ratio - beyond - MELANIN.ratio) + MELANIN.dark.slope * beyond
  const stops = Math.log2((MELANIN.light * Math.exp(fall)) / luminance(...skin))
  if (ratio > COLOURED.ratio || Math.abs(stops) > COLOURED.stops) return []
  return [{ stops, error: MELANIN_ERROR }]
}
