import { copyPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/lab-planes.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'
import type { Illumination } from './illumination.ts'
import type { Both } from './swap-region.ts'

/** How far detail of brows, lips and lashes may be amplified or damped with the light it lies in. */
const GAIN_RANGE = { least: 0.65, most: 1.4 } as const

/**
 * From the second to the first of these shares of the skin's light a pixel counts more and more as dark by itself, not
 * by its light. Such pixels become at most so many times lighter.
 */
const DARK_FEATURE_RANGE = [0.5, 0.78] as const
const MAX_DARK_GAIN = 1.25

/** How far relief and texture of the skin may be amplified or damped to be as strong as the target's. */
const SKIN_GAIN_RANGE = { least: 0.45, most: 1.1 } as const

/** The least share of the light's chroma that a shade keeps: a shift towards paler skin must not turn it blue. */
const MIN_HUE_SHARE = 0.7

/**
 * By how much a pixel may be redder and yellower than its light, as brows and eye sockets are in a lamp's warm light.
 */
const MAX_EXCESS = { a: 4, b: 7 } as const

/** The same of lips, with a softer limit: lips of a pale picture must not glow in a warm one. */
const MAX_LIP_EXCESS = { a: 14, b: 8 } as const

/**
 * The least share of the skin's tint, at their own darkness, that brows, lashes and colourless irises have: in a lamp's
 * light no black is blue.
 */
const MIN_DARK_TINT = 0.45

/** By how much the relief and the texture of the donor's skin are multiplied. */
export type SkinGains = { relief: number; texture: number }

/** What of {@link Illumination} concerns lightness, at the coarse or the fine size. */
export type LightnessLayers = Pick<Illumination, 'donorLight' | 'targetLight' | 'relief'>

/** What is relit: the donor's skin (0–1; all else is features), and where it will be seen (unchanged where 0). */
type Relit = { donorSkin: Float32Array; seen: Float32Array }

/**
 * The gains that make the donor's skin as strong in relief and texture as the target's.
 * @param light L* of both faces, of the size of the layers and of `skin`
 */
export function skinGainsOf(
  { donorLight, targetLight, relief }: LightnessLayers,
  light: Both<Float32Array>,
  skin: Float32Array,
): SkinGains {
  const targetRelief = rmsDifference(relief.target, targetLight, skin)
  const donorRelief = rmsDifference(relief.donor, donorLight, skin)
  const targetTexture = rmsDifference(light.target, relief.target, skin)
  const donorTexture = rmsDifference(light.donor, relief.donor, skin)
  return {
    relief: bounded(targetRelief / atLeastTenth(donorRelief), SKIN_GAIN_RANGE),
    texture: bounded(Math.sqrt(targetTexture / atLeastTenth(donorTexture)), SKIN_GAIN_RANGE),
  }
}

function atLeastTenth(value: number): number {
  return Math.max(0.1, value)
}

/**
 * The donor in the target's light: coarse lightness and colour of the skin are taken from the target, fine detail stays
 * the donor's, as strong as the target's skin shows it.
 */
export function relight(
  donor: LabPlanes,
  { donorLight, targetLight, relief, inner, lips, a, b }: Illumination,
  { relief: reliefGain, texture: textureGain }: SkinGains,
  { donorSkin, seen }: Relit,
): LabPlanes {
  const lab = copyLabPlanes(donor)
  relightLab(
    {
      ...{ l: donor.l, a: donor.a, b: donor.b, newL: lab.l, newA: lab.a, newB: lab.b },
      ...{ donorLight, targetLight, relief: relief.donor, donorSkin, inner, lips, seen },
      ...{ lightA: a.light, shiftA: a.shift, lightB: b.light, shiftB: b.shift },
    },
    { reliefGain, textureGain },
  )
  return lab
}

/** The L* of {@link relight} alone. */
export function relightLightness(
  l: Float32Array,
  { donorLight, targetLight, relief }: LightnessLayers,
  { relief: reliefGain, texture: textureGain }: SkinGains,
  { donorSkin, seen }: Relit,
): Float32Array {
  const newL = copyPlane(l)
  const planes = { l, donorLight, targetLight, relief: relief.donor, donorSkin, seen, newL }
  relightL(planes, { reliefGain, textureGain })
  return newL
}

/**
 * The new L*. Skin gets the target's light with the donor's relief and texture; features are scaled with the light.
 * - `headroom` keeps teeth and the whites of eyes from clipping: there is only so much lightness left up to white.
 * - `tooPale` is by how much brows, lashes and pupils of dark skin would become too pale on light skin.
 */
const LIGHTNESS = `
  light = max(1, donorLight)
  headroom = min(1, max(1, 100 - targetLight) / max(1, 100 - donorLight))
  most = l > donorLight ? headroom : ${GAIN_RANGE.most}
  gain = min(most, min(${GAIN_RANGE.most}, max(${GAIN_RANGE.least}, targetLight / light)))
  dark = 1 - smoothstep(${DARK_FEATURE_RANGE[0]}, ${DARK_FEATURE_RANGE[1]}, l / light)
  own = l * min(${MAX_DARK_GAIN}, max(1, targetLight / light))
  tooPale = targetLight > donorLight ? dark * max(0, targetLight + gain * (l - donorLight) - own) : 0
  feature = gain * (l - donorLight) - tooPale
  plain = reliefGain * (relief - donorLight) + textureGain * (l - relief)
  newL = targetLight + feature + donorSkin * (plain - feature)
`

/**
 * The new a* or b*. A light's colour shows on what reflects light: brows, lashes and beards stay dark and neutral, and
 * shades keep the light's hue.
 */
function relitChroma(axis: 'a' | 'b'): string {
  const end = axis.toUpperCase()
  return `
  moved${end} = ${axis} + (shift${end} > 0 ? back : back * sqrt(back)) * taken * shift${end}
  held${end} = max(min(${axis}, ${MIN_HUE_SHARE} * light${end}), moved${end})
  kept${end} = shift${end} < 0 ? (light${end} > 0 ? held${end} : moved${end}) : moved${end}
  tint${end} = ${MIN_DARK_TINT} * max(0, light${end}) * max(0, newL + 16) / (targetLight + 16)
  lit${end} = kept${end} + tinted * max(0, tint${end} - kept${end})
  over${end} = max(0, lit${end} - (0.4 + 0.6 * back) * light${end} - ${MAX_EXCESS[axis]})
  full${end} = max(0, lit${end} - light${end} - ${MAX_LIP_EXCESS[axis]})
  lipsBy${end} = lips * (full${end} - 4 * tanh(full${end} / 4))
  new${end} = lit${end} - (1 - lips) * (over${end} - 3 * tanh(over${end} / 3)) - lipsBy${end}
`
}

const relightL = formula(
  {
    planes: ['seen', 'l', 'donorLight', 'targetLight', 'relief', 'donorSkin', 'newL'],
    scalars: ['reliefGain', 'textureGain'],
  },
  `
  where seen > 0
  ${LIGHTNESS}
`,
)

const relightLab = formula(
  {
    planes: [
      'seen',
      'l',
      'inner',
      'a',
      'b',
      'newL',
      'newA',
      'newB',
      'lightA',
      'shiftA',
      'lightB',
      'shiftB',
      'donorLight',
      'targetLight',
      'relief',
      'donorSkin',
      'lips',
    ],
    scalars: ['reliefGain', 'textureGain'],
  },
  `
  where seen > 0
  ${LIGHTNESS}
  back = min(1, max(0, l / light))
  taken = 1 - 0.6 * inner
  colourless = 1 - smoothstep(4, 12, hypot(a, b))
  tinted = max(1 - 3 * inner, dark * colourless)
  ${relitChroma('a')}
  ${relitChroma('b')}
`,
)

function bounded(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value))
}

/** The root of the mean square of a difference, weighted by the skin. */
function rmsDifference(plane: Float32Array, base: Float32Array, skin: Float32Array): number {
  return Math.sqrt(weightedDifference(plane, base, skin).meanSquare)
}
