import type { Sclera } from '../../face/sclera.ts'
import {
  type LabColour,
  type LinearRgb,
  labToSrgb,
  luminance,
  srgbToLinear,
} from '../../raster/colour/lab.ts'

/** The colour of healthy sclera in neutral light: slightly warm. */
const SCLERA_COLOUR: LabColour = { l: 80, a: 2, b: 4 }

/**
 * The white of the eyes is no measure of the light where it has fewer `pixels`, where its strongest channel is more
 * than `cast` times its weakest, or where its luminance is less than this `share` of the skin's: then the brow shades
 * it.
 */
const TRUSTED = { pixels: 30, cast: 2.2, share: 0.75 } as const

/** The exponent of the correction (1 corrects the cast of the sclera fully), and the greatest gain of a channel. */
const BELIEF = 0.7
const MAX_GAIN = 1.3

/** The white of a face's eyes, where it is a measure of the light on the skin. */
export function trustedSclera(skin: LinearRgb, sclera: Sclera): Sclera | undefined {
  const { r, g, b, pixels } = sclera
  const cast = Math.max(r, g, b) / Math.max(1e-4, Math.min(r, g, b))
  if (pixels < TRUSTED.pixels || cast > TRUSTED.cast) return undefined
  return luminance(r, g, b) < TRUSTED.share * luminance(...skin) ? undefined : sclera
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
    const gain = ((neutral * scale) / Math.max(1e-4, measured)) ** BELIEF
    return value * Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, gain))
  }
  return [
    balance(skin[0], red, white.r),
    balance(skin[1], green, white.g),
    balance(skin[2], blue, white.b),
  ]
}

/** The least ratio of b* to a* of skin of any type in neutral light; less is due to the colour of the light. */
const MIN_YELLOW_RATIO = 0.6

/** A skin colour with at least the yellow that skin has in any light but blue. */
export function withMinimumYellow({ l, a, b }: LabColour): LabColour {
  return { l, a, b: Math.max(b, MIN_YELLOW_RATIO * a) }
}
