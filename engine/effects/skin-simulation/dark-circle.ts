import { blurAllWithin } from '../skin/blur.ts'
import type { Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of the difference to the skin around that goes at full intensity. */
const SHARE = 0.85

/** Lightens the shadow under each eye towards the skin around it, and takes its blue or brown cast. */
export const darkCircle: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const shown = notCovered(canvas, masks)
  const [left, right] = underEyes(canvas)
  const hollow = left!.map((value, i) => Math.max(value, right![i]!))
  const around = masks.plain.map((value, i) => value * Math.max(0, 1 - 2 * hollow[i]!))
  const planes = [tone.l, tone.a, tone.b]
  const goals = blurAllWithin(planes, around, canvas, 0.045 * unit)
  const own = blurAllWithin(planes, shown, canvas, 0.01 * unit)
  for (let i = 0; i < hollow.length; i++) {
    const share = intensity * SHARE * hollow[i]! * shown[i]!
    if (share < 0.004) continue
    const dark = Math.max(0, goals[0]![i]! - own[0]![i]!)
    const cast = share * Math.min(1, dark / 4)
    tone.l[i] = tone.l[i]! + share * dark
    tone.a[i] = tone.a[i]! + cast * (goals[1]![i]! - own[1]![i]!)
    tone.b[i] = tone.b[i]! + cast * (goals[2]![i]! - own[2]![i]!)
  }
}
