import { blur, blurWithin } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
import type { Treatment } from './treatment.ts'

/** L* that midtones gain at full intensity. */
const LIFT = 5

/** The share of a dull patch's lack of light that is given back. */
const EVEN = 0.4

/** Lifts the midtones of the skin and evens dull patches; highlights and deep shadows hold their place. */
export const radiance: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const { plain, typical } = masks
  const soft = feather(plain, canvas)
  const patch = blurWithin(tone.l, plain, canvas, 0.035 * unit)
  const wide = blurWithin(tone.l, plain, canvas, 0.2 * unit)
  for (let i = 0; i < soft.length; i++) {
    const mask = soft[i]!
    if (mask < 0.004) continue
    const from = (patch[i]! - typical.l) / 26
    const dull = Math.min(8, Math.max(0, wide[i]! - patch[i]!))
    const up = intensity * mask * (LIFT * Math.exp(-from * from) + EVEN * dull)
    // Hue and chroma stay: more colour on top of more light glows orange.
    tone.l[i] = tone.l[i]! + up * Math.min(1, (100 - tone.l[i]!) / 30)
  }
}

/** A wide, soft edge inside the mask, so that the face does not stand out from the neck like a mask. */
function feather(mask: Float32Array, canvas: Canvas): Float32Array {
  const wide = blur(mask, canvas, 0.05 * canvas.unit)
  for (let i = 0; i < wide.length; i++) {
    wide[i] = mask[i]! * Math.min(1, Math.max(0, 2 * wide[i]! - 0.8))
  }
  return wide
}
