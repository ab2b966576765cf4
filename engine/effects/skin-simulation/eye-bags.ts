import { blurWithin } from '../skin/blur.ts'
import type { Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of a bag's relief that goes at full intensity. */
const SHARE = 0.8

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
      tone.l[i] = tone.l[i]! + share * (even[i]! - relief[i]!)
    }
  }
}
