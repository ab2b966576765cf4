import { copyTone, type Tone } from '../skin/canvas.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import type { Hue, Lights } from './match-light.ts'

/** How far detail may grow or fall with the light it lies in: brows, lips and lashes. */
const GAIN = { least: 0.65, most: 1.4 } as const

/** Darker than the second of these shares of the skin's light begins what is dark itself; and how much lighter that gets. */
const DARK = [0.5, 0.78] as const
const DARKEST = 1.25

/** How far relief and texture of the skin may grow or fall to be as strong as the old skin's. */
const SKIN_GAIN = { least: 0.45, most: 1.1 } as const

/** How much of the light's hue a shade keeps at least: a change towards paler skin must not turn it blue. */
const NEUTRAL = 0.7

/** By how much a place may be redder and yellower than the light there: brows and sockets in a lamp's warm shade are. */
const FLUSH = { a: 4, b: 7 } as const

/** By how much the relief and the texture of the given skin are multiplied. */
export type Gains = { relief: number; texture: number }

/**
 * What makes the given skin as strong in relief and texture as the old.
 * @param light both faces' L*, of the size of `lights` and `skin`
 */
export function gainsOf(
  { from, to, relief }: Lights,
  light: { given: Float32Array; old: Float32Array },
  skin: Float32Array,
): Gains {
  const modelled = deviation(relief.old, to, skin) / atLeast(deviation(relief.given, from, skin))
  const fine = deviation(light.old, relief.old, skin)
  const texture = Math.sqrt(fine / atLeast(deviation(light.given, relief.given, skin)))
  return { relief: bounded(modelled, SKIN_GAIN), texture: bounded(texture, SKIN_GAIN) }
}

const atLeast = (value: number): number => Math.max(0.1, value)

/**
 * The given face in the light of the old one: what is coarse in the skin's lightness and colour is taken from the old
 * face, what is fine stays the giver's, as strong as the old skin shows it. Where `seen` is 0 nothing changes.
 * @param region the given face's skin; all else is features
 */
export function relight(
  given: Tone,
  lights: Lights,
  gains: Gains,
  { region, seen }: { region: Float32Array; seen: Float32Array },
): Tone {
  const tone = copyTone(given)
  const { from, to, relief, inner, lips, a, b } = lights
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] === 0) continue
    const value = given.l[i]!
    const [light, wished] = [from[i]!, to[i]!]
    tone.l[i] = lightness(value, light, wished, relief.given[i]!, region[i]!, gains)
    // A light's colour is seen on what gives light back: brows, lashes and beards stay dark and neutral.
    const back = Math.min(1, Math.max(0, value / Math.max(1, light)))
    const taken = 1 - 0.6 * inner[i]!
    tone.a[i] = hue(given.a[i]!, a, i, back, taken, lips[i]!, FLUSH.a)
    tone.b[i] = hue(given.b[i]!, b, i, back, taken, lips[i]!, FLUSH.b)
  }
  return tone
}

function lightness(
  value: number,
  from: number,
  to: number,
  relief: number,
  region: number,
  gains: Gains,
): number {
  // Teeth and the whites of eyes have only so far to white as there is: they would burn out.
  const most = value > from ? Math.min(1, whiter(to) / whiter(from)) : GAIN.most
  const gain = Math.min(most, bounded(to / Math.max(1, from), GAIN))
  const feature = gain * (value - from) - tooPale(value, from, to, gain)
  const plain = gains.relief * (relief - from) + gains.texture * (value - relief)
  return to + feature + region * (plain - feature)
}

function hue(
  own: number,
  { to, shift }: Hue,
  i: number,
  back: number,
  taken: number,
  lips: number,
  flush: number,
): number {
  const [wished, by] = [to[i]!, shift[i]!]
  const moved = own + (by > 0 ? back : back * Math.sqrt(back)) * taken * by
  const kept = by < 0 && wished > 0 ? Math.max(Math.min(own, NEUTRAL * wished), moved) : moved
  const over = kept - (0.4 + 0.6 * back) * wished - flush
  return over > 0 ? kept - (1 - lips) * (over - 3 * Math.tanh(over / 3)) : kept
}

/** By how many L* brows, lashes and pupils of dark skin would come out too pale on light skin: they are dark themselves. */
function tooPale(value: number, from: number, to: number, gain: number): number {
  if (to <= from) return 0
  const dark = 1 - smoothstep(...DARK, value / Math.max(1, from))
  if (dark === 0) return 0
  const own = value * Math.min(DARKEST, Math.max(1, to / Math.max(1, from)))
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
