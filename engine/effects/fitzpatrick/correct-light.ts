import { fromLab, linearToLab, toLinear } from '../skin/lab.ts'
import type { Sclera } from '../skin/sclera.ts'
import type { Lab } from './skin-colour.ts'

/** A healthy white of the eye is slightly warm: CIELAB chromaticity at neutral light. */
const WARM = { a: 2, b: 4 } as const

/**
 * Fewer pixels of white, or a more coloured one, are no measure of the light; neither is one that gives back less than
 * this share of the skin's light, for it lies in the shadow of the brow.
 */
const TRUSTED = { pixels: 30, chroma: 30, share: 0.75 } as const

/** How much of the cast is believed, and the widest gain of a channel. */
const BELIEF = 0.7
const WIDEST = 1.3

/** The light, linear, that the white of an eye gives back at least and at most in an exposure that shows skin as it is. */
const EXPOSED = { least: 0.28, most: 0.7 } as const

/** White this near to the camera's limit may have been brighter still: an exposure at least so much too bright. */
const CLIPPED = { from: 0.95, gain: 0.6 } as const

/** b* over a* of skin of any type in neutral light is at least this; less is the light's colour. */
const LEAST_YELLOW = 0.6

/**
 * Takes the light's colour off a skin colour, judged by the white of the eyes, and evens an exposure that is clearly too
 * dark or too bright; between the two a picture does not tell pale skin from a generous exposure. Guarded: the white of an eye is small, shaded by lashes and in some people yellow or red, so it is believed in
 * part, within bounds, and not at all where little of it is seen.
 */
export function correctLight(skin: Lab, sclera: Sclera): Lab {
  const { l, a, b } = byWhite(skin, sclera)
  return { l, a, b: Math.max(b, LEAST_YELLOW * a) }
}

function byWhite(skin: Lab, sclera: Sclera): Lab {
  const white = new Float64Array(3)
  linearToLab(sclera.r, sclera.g, sclera.b, white)
  const [l, a, b] = white as unknown as [number, number, number]
  const y = 0.2126 * sclera.r + 0.7152 * sclera.g + 0.0722 * sclera.b
  const chroma = Math.hypot(a - WARM.a, b - WARM.b)
  if (sclera.pixels < TRUSTED.pixels || chroma > TRUSTED.chroma) return skin
  if (y < TRUSTED.share * lightOf(skin)) return skin
  const neutral = new Float64Array(3)
  fromLab(l, WARM.a, WARM.b, neutral)
  const exposure = exposureBy(y)
  const rgb = new Float64Array(3)
  fromLab(skin.l, skin.a, skin.b, rgb)
  const seen = [sclera.r, sclera.g, sclera.b]
  const [red, green, blue] = seen.map((value, c) => {
    const gain = toLinear(neutral[c]!) / Math.max(1e-4, value)
    return toLinear(rgb[c]!) * bounded(gain ** BELIEF, 1 / WIDEST, WIDEST) * exposure
  })
  const out = new Float64Array(3)
  linearToLab(red!, green!, blue!, out)
  return { l: out[0]!, a: out[1]!, b: out[2]! }
}

/** The gain that brings the white of the eyes to where it is in a fair exposure. */
function exposureBy(white: number): number {
  if (white >= CLIPPED.from) return CLIPPED.gain
  if (white > EXPOSED.most) return EXPOSED.most / white
  return bounded(EXPOSED.least / white, 1, WIDEST)
}

/** The share of light, 0–1, that CIELAB's L* stands for. */
const lightOf = ({ l }: Lab): number => (l > 8 ? ((l + 16) / 116) ** 3 : l / 903.3)

const bounded = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))
