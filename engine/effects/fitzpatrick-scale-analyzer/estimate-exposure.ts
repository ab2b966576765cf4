import type { Sclera } from '../../face/sclera.ts'
import { type LinearRgb, luminance } from '../../raster/colour/lab.ts'
import {
  AS_DELIVERED,
  CLIPPED_LEVEL,
  CLIPPED_WHITE,
  EXPOSURE_COLOURED,
  EXPOSURE_ERROR,
  EXPOSURE_EXPOSED,
  EXPOSURE_MELANIN,
  MAX_STOPS,
  MELANIN_ERROR,
} from './tuning.ts'

/** How far a picture is from the exposure that shows skin as it is, and how certain that is. */
export type Exposure = {
  /** Stops (powers of two of linear light) to add; negative where the picture is too bright. */
  stops: number
  /** Standard error, stops. */
  error: number
}

/** An estimate of the exposure from one cue. */
type Hint = Exposure

/**
 * Estimates the exposure from the face: by the white of the eyes where it is clipped or dim, and by the colour of the
 * skin against its lightness. The hints are averaged by their inverse variances, together with the assumption that the
 * picture is as it should be.
 * @param skin linear sRGB after white balance
 * @param white the white of the eyes, where it can be trusted
 */
export function estimateExposure(skin: LinearRgb, white: Sclera | undefined): Exposure {
  const melanin = melaninHints(skin)
  // Lids shade the white of narrow eyes: what is dim in a bright picture is no measure of the light.
  const isBright = melanin.some(({ stops }) => stops < 0)
  const sclera = scleraHints(white).filter(({ stops }) => !(isBright && stops > 0))
  const hints = [AS_DELIVERED, ...sclera, ...melanin]
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
  if (light > EXPOSURE_EXPOSED.most)
    return [{ stops: Math.log2(EXPOSURE_EXPOSED.most / light), error: EXPOSURE_ERROR.bright }]
  if (light < EXPOSURE_EXPOSED.least)
    return [{ stops: Math.log2(EXPOSURE_EXPOSED.least / light), error: EXPOSURE_ERROR.dark }]
  return []
}

function melaninHints(skin: LinearRgb): Hint[] {
  const [red, green] = skin
  if (red >= CLIPPED_LEVEL || red <= green || green <= 0) return []
  const ratio = Math.log(red / green)
  const beyond = Math.max(0, ratio - EXPOSURE_MELANIN.dark.ratio)
  const fall =
    EXPOSURE_MELANIN.slope * (ratio - beyond - EXPOSURE_MELANIN.ratio) +
    EXPOSURE_MELANIN.dark.slope * beyond
  const stops = Math.log2((EXPOSURE_MELANIN.light * Math.exp(fall)) / luminance(...skin))
  if (ratio > EXPOSURE_COLOURED.ratio || Math.abs(stops) > EXPOSURE_COLOURED.stops) return []
  return [{ stops, error: MELANIN_ERROR }]
}
