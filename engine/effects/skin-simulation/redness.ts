import { blur, blurWithin } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'
import type { Treatment } from './treatment.ts'

/** Redness above the face's own, in a*, that is healthy colour and stays. */
const HEALTHY = 1.2

/** The share of a wide difference between two sides of a face that is put down to the light. */
const SIDE = 0.7

/** How much of the rest goes at full intensity, and by how much red skin is darker and yellower than calm skin. */
const CALM = 0.75
const DARKER = 0.3
const YELLOWER = 0.25

/** Takes a* above the face's typical value down, wherever it is: flush, irritation, reddened wings of the nose. */
export const redness: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const a = blur(tone.a, canvas, Math.max(0.7, 0.005 * unit))
  const l = blurWithin(tone.l, masks.region, canvas, 0.02 * unit)
  const typicalA = medianWithin(a, masks.plain, 0.5)
  // Warm light from one side makes that whole side redder: only what differs from its own side counts in full.
  const side = blurWithin(tone.a, masks.plain, canvas, 0.2 * unit)
  const typicalL = Math.max(5, masks.typical.l)
  for (let i = 0; i < a.length; i++) {
    const mask = masks.region[i]!
    if (mask < 0.004) continue
    // Less light shows less colour: the measure goes with the light.
    const lit = typicalA * Math.min(1.12, Math.max(0.75, l[i]! / typicalL))
    const own = lit + SIDE * Math.max(0, side[i]! - lit)
    const excess = Math.max(0, a[i]! - own - HEALTHY)
    const away = intensity * mask * CALM * excess
    tone.a[i] = tone.a[i]! - away
    tone.b[i] = tone.b[i]! - YELLOWER * away
    tone.l[i] = tone.l[i]! + DARKER * away
  }
}
