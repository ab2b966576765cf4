import type { Sclera } from '../../face/sclera.ts'

/** How much brighter a picture should have been exposed to show skin as it is, and how sure that is. */
export type Exposure = {
  /** Stops (powers of two of linear light); negative: the picture is too bright. */
  stops: number
  /** Standard error, stops. */
  error: number
}

/** One hint of the exposure. */
type Hint = Exposure

/** A published photograph shows a face as somebody wanted it: mostly within a stop. */
const AS_DELIVERED: Hint = { stops: 0, error: 0.7 }

/**
 * The light, linear, that the white of an eye gives back at least and at most in an exposure that shows skin as it is.
 */
const EXPOSED = { least: 0.28, most: 0.7 } as const

/** White this near to the camera's limit may have been brighter still. */
const CLIPPED_WHITE = { from: 0.95, hint: { stops: -0.9, error: 0.4 } } as const

/**
 * What melanin does to the light that skin gives back. Its absorption falls with the wavelength to the power of 3.33
 * (Jacques, "Optical properties of biological tissues: a review", Phys. Med. Biol. 58, 2013), so from 610 nm to 545 nm
 * it grows by 1.455: while ln(R/G) grows by 0.455, ln Y falls by about 1.3. The ratio of red to green does not know the
 * exposure, so it tells how light skin of that colour should be. The line goes through pale skin as portraits show it.
 * In very dark skin what the surface throws back unfiltered drowns the rest of green, and the ratio hardly grows any
 * more.
 */
const MELANIN = { slope: -2.8, ratio: 0.4, light: 0.6, dark: { ratio: 0.82, slope: -11 } } as const

/** Blood and the light's colour move the ratio of red to green too. */
const MELANIN_ERROR = 0.6

/** Skin further than this off the line, in stops, or redder than skin gets, is lit in colour, which tells nothing. */
const COLOURED = { stops: 2, ratio: 1 } as const

/** Red this near to the camera's limit is no measure. */
export const CLIPPED_LEVEL = 0.97

/** The strongest correction, stops: the hints are no better. */
const MAX_STOPS = 1

/**
 * Judges the exposure by what a face shows of it: the white of the eyes where it is burnt out or dim, and the colour of
 * the skin against its lightness; each weighed by its error, beside the guess that the picture is as it should be.
 * @param skin linear sRGB 0–1, the light's colour taken off
 * @param white of the eyes; absent where too little is seen to be believed
 */
export function estimateExposure(skin: readonly number[], white: Sclera | undefined): Exposure {
  const hints = [AS_DELIVERED, ...scleraHints(white), ...melaninHints(skin)]
  const weight = hints.reduce((sum, { error }) => sum + 1 / error ** 2, 0)
  const stops = hints.reduce((sum, hint) => sum + hint.stops / hint.error ** 2, 0) / weight
  return { stops: Math.min(MAX_STOPS, Math.max(-MAX_STOPS, stops)), error: Math.sqrt(1 / weight) }
}

/** Whether the camera's limit has taken the skin's colour away, and nothing in the face says by how much. */
export function isClipped(
  [red, green, blue]: readonly number[],
  white: Sclera | undefined,
): boolean {
  if (Math.min(red!, green!, blue!) >= CLIPPED_LEVEL) return true
  return red! >= CLIPPED_LEVEL && white === undefined
}

function scleraHints(white: Sclera | undefined): Hint[] {
  if (!white) return []
  const light = luminanceOf([white.r, white.g, white.b])
  if (light >= CLIPPED_WHITE.from) return [CLIPPED_WHITE.hint]
  if (light > EXPOSED.most) return [{ stops: Math.log2(EXPOSED.most / light), error: 0.4 }]
  if (light < EXPOSED.least) return [{ stops: Math.log2(EXPOSED.least / light), error: 0.6 }]
  return []
}

function melaninHints(skin: readonly number[]): Hint[] {
  const [red, green] = skin as [number, number]
  if (red >= CLIPPED_LEVEL || red <= green || green <= 0) return []
  const ratio = Math.log(red / green)
  const beyond = Math.max(0, ratio - MELANIN.dark.ratio)
  const fall = MELANIN.slope * (ratio - beyond - MELANIN.ratio) + MELANIN.dark.slope * beyond
  const stops = Math.log2((MELANIN.light * Math.exp(fall)) / luminanceOf(skin))
  if (ratio > COLOURED.ratio || Math.abs(stops) > COLOURED.stops) return []
  return [{ stops, error: MELANIN_ERROR }]
}

/** Relative luminance of linear sRGB. */
export function luminanceOf([red, green, blue]: readonly number[]): number {
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
