import { blur, blurAllWithin } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'

/** How far a difference at the seam is carried into the face, in widths of it. */
const REACH = 0.05

/**
 * Leads the new face over to the old picture along its edge: the difference there, bounded to what most of the edge shows
 * (a strand of hair must not bleed into a cheek), is added to the new face and fades inwards.
 */
export function closeSeam(tone: Tone, old: Canvas, mask: Float32Array, skin: Float32Array): void {
  const seam = mask.map((value, i) => 4 * value * (1 - value) * skin[i]!)
  const near = blur(seam, old, REACH * old.unit)
  const keys = ['l', 'a', 'b'] as const
  const bounded = keys.map((key) => {
    const gap = old.tone[key].map((value, i) => value - tone[key][i]!)
    const middle = medianWithin(gap, seam)
    const off = gap.map((value) => Math.abs(value - middle))
    const spread = 2 * 1.4826 * medianWithin(off, seam)
    return gap.map((value) => Math.min(middle + spread, Math.max(middle - spread, value)))
  })
  const carried = blurAllWithin(bounded, seam, old, REACH * old.unit)
  for (const [nth, key] of keys.entries()) {
    const plane = tone[key]
    for (let i = 0; i < plane.length; i++) {
      if (near[i]! < 1e-4) continue
      plane[i] = plane[i]! + carried[nth]![i]! * Math.min(1, 4 * near[i]!) * 0.8
    }
  }
}
