import { smoothstep } from '../../geometry/smoothstep.ts'
import { type LinearRgb, luminance, srgbToLinear } from '../../raster/colour/lab.ts'
import { formula } from '../../raster/formula.ts'
import type { FaceLight } from './measure-light.ts'
import type { LightPlanes } from './part.ts'
import { LEAST_COVER, LEAST_GLOW, PIGMENT_PALE, PIGMENT_WHITENESS, SKIN_HUE } from './tuning.ts'

/** The linear light of a pigment `rrggbb` under neutral light of full strength. */
export function pigmentColour(pigment: string): LinearRgb {
  const level = (at: number): number => srgbToLinear(Number.parseInt(pigment.slice(at, at + 2), 16))
  return [level(0), level(2), level(4)]
}

/** A pigment as it looks in the light of a face, where that has the strength it has on its typical skin. */
export function litPigment(pigment: string, { colour }: FaceLight): LinearRgb {
  const [r, g, b] = pigmentColour(pigment)
  return [r * colour[0], g * colour[1], b * colour[2]]
}

/** A colour with its luminance moved by a share towards another: sheer powder takes on that of the skin beneath. */
export function towardsLuminance(colour: LinearRgb, other: number, share: number): LinearRgb {
  const own = Math.max(1e-4, luminance(...colour))
  const by = (Math.max(1e-4, other) / own) ** share
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}

/** A colour that is lighter than what it lies on with its luminance moved towards that by a share. */
export function sheer(colour: LinearRgb, below: number, share: number): LinearRgb {
  return luminance(...colour) > below ? towardsLuminance(colour, below, share) : colour
}

/**
 * What is nearly white is laid as translucent powder: it takes on some of the hue of the skin, and its lightness is
 * limited on darker skin, where it would look like chalk; its sheen is left to make it light. Vivid pigments stay.
 * @param colour the pigment in the light of the face
 */
export function limitPale(
  colour: LinearRgb,
  pigment: string,
  { skin, skinLuminance }: FaceLight,
): LinearRgb {
  const own = luminance(...colour)
  const channels = pigmentColour(pigment)
  const white = smoothstep(
    ...PIGMENT_WHITENESS,
    Math.min(...channels) / Math.max(1e-4, ...channels),
  )
  if (white === 0 || own <= skinLuminance) return colour
  const by =
    Math.max(1, own / (PIGMENT_PALE.most * skinLuminance)) ** (white * (PIGMENT_PALE.beyond - 1))
  const through = Math.max(white * SKIN_HUE.least, SKIN_HUE.most * (1 - by))
  const mix = (channel: 0 | 1 | 2): number =>
    by * ((1 - through) * colour[channel] + (through * own * skin[channel]) / skinLuminance)
  return [mix(0), mix(1), mix(2)]
}

/**
 * Covers skin with a pigment: opaque particles take the place of a share of the skin and are lit as it is, so that its
 * shading and texture stay.
 * @param alpha the share that is covered, 0–1
 * @param shade the light that falls on each pixel, relative to the typical one
 */
export function coverWith(
  light: LightPlanes,
  alpha: Float32Array,
  shade: Float32Array,
  [pigmentR, pigmentG, pigmentB]: LinearRgb,
): void {
  cover({ ...light, alpha, shade }, { pigmentR, pigmentG, pigmentB })
}

const cover = formula(
  { planes: ['r', 'g', 'b', 'alpha', 'shade'], scalars: ['pigmentR', 'pigmentG', 'pigmentB'] },
  `
  where alpha >= ${LEAST_COVER}
  r = r + alpha * (pigmentR * shade - r)
  g = g + alpha * (pigmentG * shade - g)
  b = b + alpha * (pigmentB * shade - b)
`,
)

/** Adds reflected light of one colour. */
export function addGlow(light: LightPlanes, glow: Float32Array, [r, g, b]: LinearRgb): void {
  add({ ...light, glow }, { glowR: r, glowG: g, glowB: b })
}

const add = formula(
  { planes: ['r', 'g', 'b', 'glow'], scalars: ['glowR', 'glowG', 'glowB'] },
  `
  where glow >= ${LEAST_GLOW}
  r = min(1, r + glow * glowR)
  g = min(1, g + glow * glowG)
  b = min(1, b + glow * glowB)
`,
)
