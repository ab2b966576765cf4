import { blur, blurAllWithin, blurWithin } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'
import type { Treatment } from './treatment.ts'

/** Redness above the face's own, in a*, that is healthy colour and stays. */
const HEALTHY = 1.2

/** The share of a wide difference between two sides of a face that is put down to the light. */
const SIDE = 0.7

/** How much of the rest goes at full intensity, by how much red skin is darker than calm skin, and L* that come back at most. */
const CALM = 0.78
const DARKER = 0.3
const LIFT = 6

/** How much redder than usual, in a*, skin may be to have a say in the hue of calm skin, and how far around it is asked. */
const FLUSHED = 2.5
const AROUND = 0.12

/**
 * Takes a* above the face's typical value down, wherever it is: flush, irritation, reddened wings of the nose. The rest
 * of the colour goes to that of the person's own calm skin near by, not to grey.
 */
export const redness: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const near = Math.max(0.7, 0.005 * unit)
  const a = blur(tone.a, canvas, near)
  const l = blurWithin(tone.l, masks.region, canvas, 0.02 * unit)
  const typicalA = medianWithin(a, masks.plain, 0.5)
  // Warm light from one side makes that whole side redder: only what differs from its own side counts in full.
  const side = blurWithin(tone.a, masks.plain, canvas, 0.2 * unit)
  const typicalL = Math.max(5, masks.typical.l)
  const excess = new Float32Array(a.length)
  const calm = new Float32Array(a.length)
  const hues = [new Float32Array(a.length), new Float32Array(a.length)] as const
  for (let i = 0; i < a.length; i++) {
    // Less light shows less colour: the measure goes with the light.
    const lit = typicalA * Math.min(1.12, Math.max(0.75, l[i]! / typicalL))
    const over = Math.max(0, a[i]! - lit - SIDE * Math.max(0, side[i]! - lit) - HEALTHY)
    excess[i] = over
    if (masks.plain[i]! > 0) calm[i] = masks.plain[i]! * Math.exp(-((over / FLUSHED) ** 2))
    // The same skin in more or less light has colour in proportion to L* + 16.
    const light = tone.l[i]! + 16
    hues[0][i] = tone.a[i]! / light
    hues[1][i] = tone.b[i]! / light
  }
  const [calmA, calmB] = blurAllWithin(hues, calm, canvas, AROUND * unit)
  const b = blur(tone.b, canvas, near)
  for (let i = 0; i < a.length; i++) {
    const mask = masks.region[i]!
    if (mask < 0.004 || excess[i]! === 0) continue
    const away = CALM * excess[i]!
    const lift = LIFT * Math.tanh((DARKER * away) / LIFT)
    const light = l[i]! + lift + 16
    const share = Math.min(1, away / Math.max(away, a[i]! - calmA![i]! * light))
    tone.a[i] = tone.a[i]! - intensity * mask * away
    tone.b[i] = tone.b[i]! + intensity * mask * share * (calmB![i]! * light - b[i]!)
    tone.l[i] = tone.l[i]! + intensity * mask * lift
  }
}
