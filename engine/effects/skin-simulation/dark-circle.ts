import { blurWithin } from '../skin/blur.ts'
import type { Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of the difference to the skin around that goes at full intensity. */
const SHARE = 0.85

/** Lightens the shadow under each eye towards the skin around it, and takes its blue or brown cast. */
export const darkCircle: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const shown = notCovered(canvas, masks)
  for (const hollow of underEyes(canvas)) {
    const around = masks.plain.map((value, i) => value * Math.max(0, 1 - 2 * hollow[i]!))
    const [goalL, goalA, goalB] = [tone.l, tone.a, tone.b].map((plane) =>
      blurWithin(plane, around, canvas, 0.045 * unit),
    ) as [Float32Array, Float32Array, Float32Array]
    const [l, a, b] = [tone.l, tone.a, tone.b].map((plane) =>
      blurWithin(plane, shown, canvas, 0.01 * unit),
    ) as [Float32Array, Float32Array, Float32Array]
    for (let i = 0; i < hollow.length; i++) {
      const share = intensity * SHARE * hollow[i]! * shown[i]!
      if (share < 0.004) continue
      const dark = Math.max(0, goalL[i]! - l[i]!)
      const cast = share * Math.min(1, dark / 4)
      tone.l[i] = tone.l[i]! + share * dark
      tone.a[i] = tone.a[i]! + cast * (goalA[i]! - a[i]!)
      tone.b[i] = tone.b[i]! + cast * (goalB[i]! - b[i]!)
    }
  }
}
