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

/** The light, linear, that the white of an eye gives back at least in an exposure that shows skin as it is. */
const EXPOSED = 0.28

/**
 * Takes the light's colour off a skin colour, judged by the white of the eyes, and lifts an exposure that is clearly too
 * dark. Guarded: the white of an eye is small, shaded by lashes and in some people yellow or red, so it is believed in
 * part, within bounds, and not at all where little of it is seen.
 */
export function correctLight(skin: Lab, sclera: Sclera): Lab {
  const white = new Float64Array(3)
  linearToLab(sclera.r, sclera.g, sclera.b, white)
  const [l, a, b] = white as unknown as [number, number, number]
  const y = 0.2126 * sclera.r + 0.7152 * sclera.g + 0.0722 * sclera.b
  const chroma = Math.hypot(a - WARM.a, b - WARM.b)
  if (sclera.pixels < TRUSTED.pixels || chroma > TRUSTED.chroma) return skin
  if (y < TRUSTED.share * lightOf(skin)) return skin
  const neutral = new Float64Array(3)
  fromLab(l, WARM.a, WARM.b, neutral)
  const exposure = bounded(EXPOSED / y, 1, WIDEST)
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

/** The share of light, 0–1, that CIELAB's L* stands for. */
const lightOf = ({ l }: Lab): number => (l > 8 ? ((l + 16) / 116) ** 3 : l / 903.3)

const bounded = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))
