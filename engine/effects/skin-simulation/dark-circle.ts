import { blurAllWithin } from '../skin/blur.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import type { Patient, Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of the difference to the skin around that goes at full intensity. */
const SHARE = 0.88

/** L* darker, or units of b* bluer, than the skin around from which on a place is wholly of a circle. */
const FAINT = 4

/** How much redder or yellower than usual, in CIELAB units, skin may be to have a say in what a circle is led to. */
const CALM = 5

/**
 * Lightens the shadow under each eye towards the skin around it, and takes its blue or brown cast: lightness alone would
 * leave a grey patch, on dark skin first of all.
 */
export const darkCircle: Treatment = (patient, intensity) => {
  const { canvas, masks, tone } = patient
  const { unit } = canvas
  const shown = notCovered(canvas, masks)
  const [hollow, other] = underEyes(canvas)
  for (let i = 0; i < hollow.length; i++) hollow[i] = Math.max(hollow[i]!, other[i]!)
  const planes = [tone.l, tone.a, tone.b]
  const goals = blurAllWithin(planes, calmSkin(patient, hollow), canvas, 0.05 * unit)
  const own = blurAllWithin(planes, shown, canvas, 0.01 * unit)
  for (let i = 0; i < hollow.length; i++) {
    const share = intensity * SHARE * hollow[i]! * shown[i]!
    if (share < 0.004) continue
    const dark = Math.max(0, goals[0]![i]! - own[0]![i]!)
    const blue = Math.max(0, goals[2]![i]! - own[2]![i]!)
    const cast = share * smoothstep(0, FAINT, Math.hypot(dark, blue))
    tone.l[i] = tone.l[i]! + share * dark
    tone.a[i] = tone.a[i]! + cast * (goals[1]![i]! - own[1]![i]!)
    tone.b[i] = tone.b[i]! + cast * (goals[2]![i]! - own[2]![i]!)
  }
}

/** The skin beside the circles, flushed and stained places apart. */
function calmSkin({ masks, tone }: Patient, hollow: Float32Array): Float32Array {
  const { plain, typical } = masks
  const calm = new Float32Array(plain.length)
  for (let i = 0; i < calm.length; i++) {
    const beside = plain[i]! * (1 - 2 * hollow[i]!)
    if (beside <= 0) continue
    // The same skin in more or less light has colour in proportion to L* + 16.
    const light = (tone.l[i]! + 16) / (typical.l + 16)
    const off = (tone.a[i]! - light * typical.a) ** 2 + (tone.b[i]! - light * typical.b) ** 2
    calm[i] = beside * (0.01 + Math.exp(-off / CALM ** 2))
  }
  return calm
}
