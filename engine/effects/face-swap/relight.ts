import { copyPlane } from '../../raster/arena.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/colour/lab-planes.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import type { Illumination } from './illumination.ts'
import type { Both } from './swap-region.ts'
import {
  COLOUR_RANGE,
  DARK_FEATURE_RANGE,
  GAIN_RANGE,
  INNER_SHARE,
  LEAST_LIGHT,
  LEAST_TINT,
  MAX_DARK_GAIN,
  MAX_SKIN_DIFFERENCE,
  MOST_OPPOSITE,
  RELIGHT_COLOURLESS,
  SKIN_GAIN_RANGE,
} from './tuning.ts'

/** By how much the relief and the texture of the donor's skin are multiplied. */
export type SkinGains = { relief: number; texture: number }

/** What of {@link Illumination} concerns lightness, at the coarse or the fine size: L* of light and relief. */
export type LightnessLayers = { light: Both<Float32Array>; relief: Both<Float32Array> }

/** What is relit: the donor's face without its features (0–1), and where it will be seen (unchanged where 0). */
type Relit = { donorSkin: Float32Array; seen: Float32Array }

/**
 * The gains that make the donor's skin as strong in relief and texture as the target's.
 * @param faces L* of both faces, of the size of the layers and of `skin`
 */
export function skinGainsOf(
  { light, relief }: LightnessLayers,
  faces: Both<Float32Array>,
  skin: Float32Array,
): SkinGains {
  const targetRelief = rmsDifference(relief.target, light.target, skin)
  const donorRelief = rmsDifference(relief.donor, light.donor, skin)
  const targetTexture = rmsDifference(faces.target, relief.target, skin)
  const donorTexture = rmsDifference(faces.donor, relief.donor, skin)
  return {
    relief: bounded(targetRelief / atLeastTenth(donorRelief), SKIN_GAIN_RANGE),
    texture: bounded(Math.sqrt(targetTexture / atLeastTenth(donorTexture)), SKIN_GAIN_RANGE),
  }
}

function atLeastTenth(value: number): number {
  return Math.max(LEAST_LIGHT, value)
}

/**
 * The donor in the target's light: coarse lightness and colour are taken from the target, fine detail stays the
 * donor's, as strong as the target's skin shows it.
 */
export function relight(
  donor: LabPlanes,
  { light, relief, inner }: Illumination,
  { relief: reliefGain, texture: textureGain }: SkinGains,
  { donorSkin, seen }: Relit,
): LabPlanes {
  const lab = copyLabPlanes(donor)
  relightLab(
    {
      l: donor.l,
      a: donor.a,
      b: donor.b,
      newL: lab.l,
      newA: lab.a,
      newB: lab.b,
      donorLight: light.donor.l,
      donorA: light.donor.a,
      donorB: light.donor.b,
      targetLight: light.target.l,
      targetA: light.target.a,
      targetB: light.target.b,
      relief: relief.donor,
      donorSkin,
      inner,
      seen,
    },
    { reliefGain, textureGain },
  )
  return lab
}

/** The L* of {@link relight} alone. */
export function relightLightness(
  l: Float32Array,
  { light, relief }: LightnessLayers,
  { relief: reliefGain, texture: textureGain }: SkinGains,
  { donorSkin, seen }: Relit,
): Float32Array {
  const newL = copyPlane(l)
  const planes = {
    l,
    donorLight: light.donor,
    targetLight: light.target,
    relief: relief.donor,
    donorSkin,
    seen,
    newL,
  }
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
 * The new a* and b*. Under one light a surface's colour grows with its lightness, so colours are compared as shares of
 * L* + 16. What a pixel's is to that of the donor's skin around it (a factor and a turn of the hue, as the quotient of
 * two complex numbers) it becomes to that of the target's: dark brows stay dark and as warm as the light, and nothing
 * can be tinted in a colour that neither face has. What is inside eyes and mouth keeps its own colour, moved with the
 * light, but not to its opposite: teeth in red light are not green in white light.
 */
const COLOUR = `
  ownA = a / (l + 16)
  ownB = b / (l + 16)
  skinA = donorA / (donorLight + 16)
  skinB = donorB / (donorLight + 16)
  faint = ${RELIGHT_COLOURLESS ** 2}
  strength = skinA * skinA + skinB * skinB + faint
  along = (ownA * skinA + ownB * skinB + faint) / strength
  aside = (ownB * skinA - ownA * skinB) / strength
  times = min(${COLOUR_RANGE.most}, max(${COLOUR_RANGE.least}, along))
  turned = (1 - dark) * ${COLOUR_RANGE.turned} * tanh(aside / ${COLOUR_RANGE.turned})
  lit = (newL + 16) / (targetLight + 16)
  faceA = lit * (targetA * times - targetB * turned)
  faceB = lit * (targetB * times + targetA * turned)
  share = ${INNER_SHARE} * min(1, l / light)
  darkened = min(1, (newL + 16) / (l + 16))
  tintA = targetA / (targetLight + 16) - skinA
  tintB = targetB / (targetLight + 16) - skinB
  tint = (l + 16) * max(0, 1 - ${MAX_SKIN_DIFFERENCE} / max(${LEAST_TINT}, hypot(tintA, tintB)))
  movedA = darkened * (a + share * (targetA - donorA) + tint * tintA)
  movedB = darkened * (b + share * (targetB - donorB) + tint * tintB)
  innerA = a > 0 ? max(movedA, 0 - ${MOST_OPPOSITE}) : min(movedA, ${MOST_OPPOSITE})
  innerB = b > 0 ? max(movedB, 0 - ${MOST_OPPOSITE}) : min(movedB, ${MOST_OPPOSITE})
  newA = faceA + min(1, inner) * (innerA - faceA)
  newB = faceB + min(1, inner) * (innerB - faceB)
`

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
      'a',
      'b',
      'newL',
      'newA',
      'newB',
      'donorLight',
      'donorA',
      'donorB',
      'targetLight',
      'targetA',
      'targetB',
      'relief',
      'donorSkin',
      'inner',
    ],
    scalars: ['reliefGain', 'textureGain'],
  },
  `
  where seen > 0
  ${LIGHTNESS}
  ${COLOUR}
`,
)

function bounded(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value))
}

/** The root of the mean square of a difference, weighted by the skin. */
function rmsDifference(plane: Float32Array, base: Float32Array, skin: Float32Array): number {
  return Math.sqrt(weightedDifference(plane, base, skin).meanSquare)
}
