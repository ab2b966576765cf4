import { FACE } from '../../vision/face.ts'
import { blur, blurWithin } from '../skin/blur.ts'
import { type Canvas, copyTone, type Tone, trace } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import { EYES, MOUTH } from './openings.ts'

/** Shade and colour coarser than this, in widths of the face, come from the old face: they are the picture's light. */
const LIGHT = 0.13

/** What is finer than that and coarser than this is modelling: the relief of a face in its light. */
const RELIEF = 0.03

/** How far detail may grow or fall with the light it lies in: brows, lips and lashes. */
const GAIN = { least: 0.65, most: 1.4 } as const

/** Darker than the second of these shares of the skin's light begins what is dark itself; and how much lighter that gets. */
const DARK = [0.5, 0.78] as const
const DARKEST = 1.25

/** How far relief and texture of the skin may grow or fall to be as strong as the old skin's. */
const SKIN_GAIN = { least: 0.45, most: 1.1 } as const

/** How far a place's change of hue may differ from the whole face's: a sharp shadow's edge must not turn green. */
const HUE = 16

/** How much of the light's hue a shade keeps at least: a change towards paler skin must not turn it blue. */
const NEUTRAL = 0.7

/** By how much a place may be redder and yellower than the light there: brows and sockets in a lamp's warm shade are. */
const FLUSH = { a: 4, b: 7 } as const

/** How far patches of skin may differ from the light on the old face, CIELAB units. */
const MODELLING: Record<keyof Tone, number> = { l: 11, a: 3.5, b: 4 }

/**
 * The given face in the light of the old one: what is coarse in the skin's lightness and colour is taken from the old
 * face, what is fine stays the giver's, as strong as the old skin shows it.
 */
export function matchLight(
  given: Canvas,
  old: Canvas,
  givenMasks: SkinMasks,
  oldMasks: SkinMasks,
): Tone {
  const skin = givenMasks.plain.map(
    (value, i) => value * oldMasks.plain[i]! + 1e-5 * oldMasks.bare[i]!,
  )
  const coarse = (plane: Float32Array): Float32Array =>
    blurWithin(plane, skin, given, LIGHT * given.unit)
  const tone = copyTone(given.tone)
  const [from, to] = [coarse(given.tone.l), coarse(old.tone.l)]
  matchLightness(tone, { given, old, from, to, skin, region: givenMasks.region })
  const inner = insides(given)
  const lips = lipsOf(given)
  for (const key of ['a', 'b'] as const) {
    const [fromHue, toHue] = [coarse(given.tone[key]), coarse(old.tone[key])]
    const shift = toHue.map((value, i) => value - fromHue[i]!)
    const whole = medianWithin(shift, skin)
    for (let i = 0; i < from.length; i++) {
      const local = Math.min(whole + HUE, Math.max(whole - HUE, shift[i]!))
      // A light's colour is seen on what gives light back: brows, lashes and beards stay dark and neutral.
      const seen = Math.min(1, Math.max(0, given.tone.l[i]! / Math.max(1, from[i]!)))
      const own = tone[key][i]!
      const moved = own + seen ** (local > 0 ? 1 : 1.5) * (1 - 0.6 * inner[i]!) * local
      const least = Math.min(own, NEUTRAL * toHue[i]!)
      const hue = local < 0 && toHue[i]! > 0 ? Math.max(least, moved) : moved
      const over = Math.max(0, hue - (0.4 + 0.6 * seen) * toHue[i]! - FLUSH[key])
      tone[key][i] = hue - (1 - lips[i]!) * (over - 3 * Math.tanh(over / 3))
    }
  }
  soften(tone, old, skin)
  return tone
}

type Lights = {
  given: Canvas
  old: Canvas
  /** The light on either face, L*. */
  from: Float32Array
  to: Float32Array
  skin: Float32Array
  region: Float32Array
}

function matchLightness(tone: Tone, { given, old, from, to, skin, region }: Lights): void {
  const [own, wished] = [given, old].map((canvas) => {
    const relief = blurWithin(canvas.tone.l, skin, canvas, RELIEF * canvas.unit)
    const light = canvas === given ? from : to
    return {
      relief,
      coarse: deviation(relief, light, skin),
      fine: deviation(canvas.tone.l, relief, skin),
    }
  })
  const reliefGain = bounded(wished!.coarse / Math.max(0.1, own!.coarse), SKIN_GAIN)
  const textureGain = bounded(Math.sqrt(wished!.fine / Math.max(0.1, own!.fine)), SKIN_GAIN)
  for (let i = 0; i < from.length; i++) {
    const value = given.tone.l[i]!
    const relief = own!.relief[i]!
    // Teeth and the whites of eyes have only so far to white as there is: they would burn out.
    const most = value > from[i]! ? Math.min(1, whiter(to[i]!) / whiter(from[i]!)) : GAIN.most
    const gain = Math.min(most, bounded(to[i]! / Math.max(1, from[i]!), GAIN))
    const feature = gain * (value - from[i]!) - tooPale(value, from[i]!, to[i]!, gain)
    const plain = reliefGain * (relief - from[i]!) + textureGain * (value - relief)
    tone.l[i] = to[i]! + feature + region[i]! * (plain - feature)
  }
}

/** By how many L* brows, lashes and pupils of dark skin would come out too pale on light skin: they are dark themselves. */
function tooPale(value: number, from: number, to: number, gain: number): number {
  const dark = 1 - smoothstep(...DARK, value / Math.max(1, from))
  if (dark === 0 || to <= from) return 0
  const own = value * bounded(to / Math.max(1, from), { least: 1, most: DARKEST })
  return dark * Math.max(0, to + gain * (value - from) - own)
}

const whiter = (light: number): number => Math.max(1, 100 - light)

const bounded = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, value))

/** How far a plane is from another on the skin: the root of the mean square. */
function deviation(plane: Float32Array, from: Float32Array, skin: Float32Array): number {
  let [sum, weight] = [0, 1e-6]
  for (let i = 0; i < plane.length; i++) {
    const share = skin[i]!
    if (share < 0.1) continue
    sum += share * (plane[i]! - from[i]!) ** 2
    weight += share
  }
  return Math.sqrt(sum / weight)
}

/** Teeth and the whites of the eyes, whose own colour says little about the light. */
function insides(canvas: Canvas): Float32Array {
  const plane = new Float32Array(canvas.width * canvas.height)
  for (const { rim } of [MOUTH, ...EYES]) paintPolygon(plane, canvas, trace(canvas, rim))
  return blur(plane, canvas, 0.006 * canvas.unit)
}

function lipsOf(canvas: Canvas): Float32Array {
  const plane = new Float32Array(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, FACE.lipsOuter))
  const soft = blur(plane, canvas, 0.012 * canvas.unit)
  for (let i = 0; i < soft.length; i++) soft[i] = Math.min(1, 2.5 * soft[i]!)
  return soft
}

/** Sharp shadows and coloured light of the giver's own picture, held to what a face's modelling needs. */
function soften(tone: Tone, old: Canvas, skin: Float32Array): void {
  for (const [key, most] of Object.entries(MODELLING) as [keyof Tone, number][]) {
    const light = blurWithin(old.tone[key], skin, old, LIGHT * old.unit)
    const off = tone[key].map((value, i) => value - light[i]!)
    const patches = blurWithin(off, skin, old, 0.03 * old.unit)
    for (let i = 0; i < off.length; i++) {
      const over = patches[i]! - most * Math.tanh(patches[i]! / most)
      tone[key][i] = tone[key][i]! - skin[i]! * over
    }
  }
}
