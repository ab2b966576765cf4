import type { Sclera } from '../../face/sclera.ts'
import {
  type LabColour,
  type LinearRgb,
  labToSrgb,
  luminance,
  srgbToLinear,
} from '../../raster/colour/lab.ts'
import {
  MAX_GAIN,
  MIN_YELLOW_RATIO,
  WHITE_BALANCE_BELIEF,
  WHITE_BALANCE_TRUSTED,
} from './tuning.ts'

/** The colour of healthy sclera in neutral light: slightly warm. */
const SCLERA_COLOUR: LabColour = { l: 80, a: 2, b: 4 }

/** The white of a face's eyes, where it is a measure of the light on the skin. */
export function trustedSclera(skin: LinearRgb, sclera: Sclera): Sclera | undefined {
  const { r, g, b, pixels } = sclera
  const cast = Math.max(r, g, b) / Math.max(1e-4, Math.min(r, g, b))
  if (pixels < WHITE_BALANCE_TRUSTED.pixels || cast > WHITE_BALANCE_TRUSTED.cast) return undefined
  return luminance(r, g, b) < WHITE_BALANCE_TRUSTED.share * luminance(...skin) ? undefined : sclera
}

/**
 * White balance of a skin colour by the white of the eyes: a gain of each channel that keeps the lightness. The
 * correction is partial and bounded, since sclera is small, shaded by lashes, and yellow or red in some people.
 */
export function correctWhiteBalance(skin: LinearRgb, white: Sclera | undefined): LinearRgb {
  if (!white) return skin
  const [red, green, blue] = labToSrgb(SCLERA_COLOUR).map(srgbToLinear) as [number, number, number]
  const scale = luminance(white.r, white.g, white.b) / luminance(red, green, blue)
  const balance = (value: number, neutral: number, measured: number): number => {
    const gain = ((neutral * scale) / Math.max(1e-4, measured)) ** WHITE_BALANCE_BELIEF
    return value * Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, gain))
  }
  return [
    balance(skin[0], red, white.r),
    balance(skin[1], green, white.g),
    balance(skin[2], blue, white.b),
  ]
}

/** A skin colour with at least the yellow that skin has in any light but blue. */
export function withMinimumYellow({ l, a, b }: LabColour): LabColour {
  return { l, a, b: Math.max(b, MIN_YELLOW_RATIO * a) }
}
