import type { Sclera } from '../../face/sclera.ts'
import { labToSrgb, srgbToLinear } from '../../raster/lab.ts'
import { luminanceOf } from './estimate-exposure.ts'
import type { LabColour } from './measure-skin-colour.ts'

/** A healthy white of the eye is slightly warm: CIELAB chromaticity at neutral light. */
const SCLERA_COLOUR = { l: 80, a: 2, b: 4 } as const

/**
 * Fewer pixels of white, or a more coloured one, are no measure of the light; neither is one that gives back less than
 * this share of the skin's light, for it lies in the shadow of the brow.
 */
const TRUSTED = { pixels: 30, cast: 2.2, share: 0.75 } as const

/** How much of the cast is believed, and the widest gain of a channel. */
const BELIEF = 0.7
const MAX_GAIN = 1.3

/** The white of a face's eyes, where it is a measure of the light on the skin. */
export function trustedSclera(skin: readonly number[], sclera: Sclera): Sclera | undefined {
  const { r, g, b, pixels } = sclera
  const cast = Math.max(r, g, b) / Math.max(1e-4, Math.min(r, g, b))
  if (pixels < TRUSTED.pixels || cast > TRUSTED.cast) return undefined
  return luminanceOf([r, g, b]) < TRUSTED.share * luminanceOf(skin) ? undefined : sclera
}

/**
 * Takes the light's colour off a skin colour, judged by the white of the eyes, its lightness kept. Guarded: the white
 * of an eye is small, shaded by lashes and in some people yellow or red, so it is believed in part and within bounds.
 * @param skin linear sRGB 0–1
 */
export function correctWhiteBalance(skin: readonly number[], white: Sclera | undefined): number[] {
  if (!white) return [...skin]
  const rgb = new Float64Array(3)
  labToSrgb(SCLERA_COLOUR.l, SCLERA_COLOUR.a, SCLERA_COLOUR.b, rgb)
  const neutral = [...rgb].map(srgbToLinear)
  const seen = [white.r, white.g, white.b]
  const even = luminanceOf(seen) / luminanceOf(neutral)
  return skin.map((value, c) => {
    const gain = ((neutral[c]! * even) / Math.max(1e-4, seen[c]!)) ** BELIEF
    return value * Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, gain))
  })
}

/** b* over a* of skin of any type in neutral light is at least this; less is the light's colour. */
const MIN_YELLOW_RATIO = 0.6

/** A skin colour with the yellow that skin has in any light but a blue one. */
export function withMinimumYellow({ l, a, b }: LabColour): LabColour {
  return { l, a, b: Math.max(b, MIN_YELLOW_RATIO * a) }
}
