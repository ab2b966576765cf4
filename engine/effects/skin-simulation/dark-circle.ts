import { blurWithin } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'
import type { Treatment } from './treatment.ts'
import { underEyes } from './under-eyes.ts'

/** The share of the difference to the cheek below that goes at full intensity. */
const SHARE = 0.8

/** Lightens the shadow under each eye towards the cheek below it, and takes its blue or brown cast. */
export const darkCircle: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { plain, region } = masks
  for (const { hollow, cheek } of underEyes(canvas)) {
    const sample = cheek.map((value, i) => value * plain[i]!)
    const goal = {
      l: medianWithin(tone.l, sample),
      a: medianWithin(tone.a, sample),
      b: medianWithin(tone.b, sample),
    }
    if (goal.l === 0) continue
    const near = 0.012 * canvas.unit
    const [l, a, b] = [tone.l, tone.a, tone.b].map((plane) =>
      blurWithin(plane, region, canvas, near),
    )
    for (let i = 0; i < hollow.length; i++) {
      const share = intensity * SHARE * hollow[i]! * region[i]!
      if (share < 0.004) continue
      const dark = Math.max(0, goal.l - l![i]!)
      const cast = Math.min(1, dark / 4)
      tone.l[i] = tone.l[i]! + share * dark
      tone.a[i] = tone.a[i]! + share * cast * (goal.a - a![i]!)
      tone.b[i] = tone.b[i]! + share * cast * (goal.b - b![i]!)
    }
  }
}
