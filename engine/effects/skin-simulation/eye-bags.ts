import { blurWithin } from '../skin/blur.ts'
import type { Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of a bag's relief that goes at full intensity. */
const SHARE = 0.85

/** The L* that goes at most: a bag is no deeper, what is belongs to the eye. */
const MOST = 14

/** How much more colour a place may get with its light: at the lashes the measure fails. */
const RICHER = 1.15

/** Flattens the swelling under each eye: its light upper side and the crease below it are led to the mean of both. */
export const eyeBags: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { plain } = masks
  const shown = notCovered(canvas, masks)
  const even = blurWithin(tone.l, plain, canvas, 0.06 * canvas.unit)
  const relief = blurWithin(tone.l, shown, canvas, Math.max(0.5, 0.005 * canvas.unit))
  for (const hollow of underEyes(canvas)) {
    for (let i = 0; i < hollow.length; i++) {
      const share = intensity * SHARE * hollow[i]! * shown[i]!
      if (share < 0.004) continue
      const old = tone.l[i]!
      const flat = even[i]! - relief[i]!
      tone.l[i] = Math.max(0, old + share * MOST * Math.tanh(flat / MOST))
      // Relief is light and shade: the same skin in more light has more colour in proportion, and would be ashy without.
      const light = Math.min(RICHER, (tone.l[i]! + 16) / (old + 16))
      tone.a[i] = tone.a[i]! * light
      tone.b[i] = tone.b[i]! * light
    }
  }
}
