import { copyPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/lab-planes.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'
import type { Illumination } from './illumination.ts'

/** How far detail may grow or fall with the light it lies in: brows, lips and lashes. */
const GAIN_RANGE = { least: 0.65, most: 1.4 } as const

/** Darker than the second of these shares of the skin's light begins what is dark itself; and how much lighter that gets. */
const DARK_FEATURE_RANGE = [0.5, 0.78] as const
const MAX_DARK_GAIN = 1.25

/** How far relief and texture of the skin may grow or fall to be as strong as the old skin's. */
const SKIN_GAIN_RANGE = { least: 0.45, most: 1.1 } as const

/** How much of the light's hue a shade keeps at least: a change towards paler skin must not turn it blue. */
const MIN_HUE_SHARE = 0.7

/** By how much a place may be redder and yellower than the light there: brows and sockets in a lamp's warm shade are. */
const MAX_EXCESS = { a: 4, b: 7 } as const

/** The same of lips, softly: those of a bleak picture must not glow in a warm one. */
const MAX_LIP_EXCESS = { a: 14, b: 8 } as const

/**
 * How much of the skin's tint, as dark as it is, brows and lashes have at least, and irises without a colour of their own:
 * in a lamp's light no black is blue.
 */
const MIN_DARK_TINT = 0.45

/** By how much the relief and the texture of the given skin are multiplied. */
export type SkinGains = { relief: number; texture: number }

/** What of {@link Illumination} says how light a face is, of any size. */
export type LightnessLayers = Pick<Illumination, 'from' | 'to' | 'relief'>

/**
 * What makes the given skin as strong in relief and texture as the old.
 * @param light both faces' L*, of the size of the shades and `skin`
 */
export function skinGainsOf(
  { from, to, relief }: LightnessLayers,
  light: { given: Float32Array; old: Float32Array },
  skin: Float32Array,
): SkinGains {
  const modelled =
    deviation(relief.old, to, skin) / atLeastTenth(deviation(relief.given, from, skin))
  const fine = deviation(light.old, relief.old, skin)
  const texture = Math.sqrt(fine / atLeastTenth(deviation(light.given, relief.given, skin)))
  return { relief: bounded(modelled, SKIN_GAIN_RANGE), texture: bounded(texture, SKIN_GAIN_RANGE) }
}

function atLeastTenth(value: number): number {
  return Math.max(0.1, value)
}

/**
 * The given face in the light of the old one: what is coarse in the skin's lightness and colour is taken from the old
 * face, what is fine stays the giver's, as strong as the old skin shows it. Where `seen` is 0 nothing changes.
 * @param region the given face's skin; all else is features
 */
export function relight(
  given: LabPlanes,
  { from, to, relief, inner, lips, a, b }: Illumination,
  gains: SkinGains,
  { region, seen }: { region: Float32Array; seen: Float32Array },
): LabPlanes {
  const tone = copyLabPlanes(given)
  const hues = { toA: a.to, shiftA: a.shift, toB: b.to, shiftB: b.shift }
  const own = { l: given.l, a: given.a, b: given.b }
  const planes = { ...own, from, to, relief: relief.given, region, inner, lips, ...hues, seen }
  const made = { newL: tone.l, newA: tone.a, newB: tone.b }
  relightLab({ ...planes, ...made }, { reliefGain: gains.relief, textureGain: gains.texture })
  return tone
}

/** L* alone of {@link relight}. */
export function relightLightness(
  l: Float32Array,
  { from, to, relief }: LightnessLayers,
  { relief: reliefGain, texture: textureGain }: SkinGains,
  { region, seen }: { region: Float32Array; seen: Float32Array },
): Float32Array {
  const newL = copyPlane(l)
  relightL({ l, from, to, relief: relief.given, region, seen, newL }, { reliefGain, textureGain })
  return newL
}

/**
 * `tooPale` is by how many L* brows, lashes and pupils of dark skin would come out too pale on light skin: they are dark
 * themselves. Teeth and the whites of eyes have only so far to white as there is: they would burn out.
 */
const LIGHTNESS = `
  light = max(1, from)
  whiter = min(1, max(1, 100 - to) / max(1, 100 - from))
  most = l > from ? whiter : ${GAIN_RANGE.most}
  gain = min(most, min(${GAIN_RANGE.most}, max(${GAIN_RANGE.least}, to / light)))
  dark = 1 - smoothstep(${DARK_FEATURE_RANGE[0]}, ${DARK_FEATURE_RANGE[1]}, l / light)
  own = l * min(${MAX_DARK_GAIN}, max(1, to / light))
  tooPale = to > from ? dark * max(0, to + gain * (l - from) - own) : 0
  feature = gain * (l - from) - tooPale
  plain = reliefGain * (relief - from) + textureGain * (l - relief)
  newL = to + feature + region * (plain - feature)
`

/** A light's colour is seen on what gives light back: brows, lashes and beards stay dark and neutral. */
function relitChroma(own: 'a' | 'b'): string {
  const end = own.toUpperCase()
  return `
  moved${end} = ${own} + (shift${end} > 0 ? back : back * sqrt(back)) * taken * shift${end}
  held${end} = max(min(${own}, ${MIN_HUE_SHARE} * to${end}), moved${end})
  kept${end} = shift${end} < 0 ? (to${end} > 0 ? held${end} : moved${end}) : moved${end}
  tint${end} = ${MIN_DARK_TINT} * max(0, to${end}) * max(0, newL + 16) / (to + 16)
  lit${end} = kept${end} + tinted * max(0, tint${end} - kept${end})
  over${end} = max(0, lit${end} - (0.4 + 0.6 * back) * to${end} - ${MAX_EXCESS[own]})
  full${end} = max(0, lit${end} - to${end} - ${MAX_LIP_EXCESS[own]})
  lipsBy${end} = lips * (full${end} - 4 * tanh(full${end} / 4))
  new${end} = lit${end} - (1 - lips) * (over${end} - 3 * tanh(over${end} / 3)) - lipsBy${end}
`
}

const relightL = formula(
  {
    planes: ['seen', 'l', 'from', 'to', 'relief', 'region', 'newL'],
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
      'toA',
      'shiftA',
      'toB',
      'shiftB',
      'from',
      'to',
      'relief',
      'region',
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

/** How far a plane is from another on the skin: the root of the mean square. */
function deviation(plane: Float32Array, from: Float32Array, skin: Float32Array): number {
  return Math.sqrt(weightedDifference(plane, from, skin).meanSquare)
}
