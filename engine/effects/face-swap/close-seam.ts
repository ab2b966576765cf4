import { blur, blurAllWithin } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'
import { AXES, minus } from './minus.ts'

/** How far a difference at the seam is carried into the face, in widths of it. */
const REACH = 0.05

/**
 * Leads the new face over to the old picture along its edge: the difference there, bounded to what most of the edge shows
 * (a strand of hair must not bleed into a cheek), is added to the new face and fades inwards.
 */
export function closeSeam(tone: Tone, old: Canvas, mask: Float32Array, skin: Float32Array): void {
  const seam = new Float32Array(mask.length)
  for (let i = 0; i < seam.length; i++) seam[i] = 4 * mask[i]! * (1 - mask[i]!) * skin[i]!
  const near = blur(seam, old, REACH * old.unit)
  const gap = minus(old.tone, tone)
  for (const axis of AXES) bound(gap[axis], seam)
  const carried = blurAllWithin([gap.l, gap.a, gap.b], seam, old, REACH * old.unit)
  for (const [nth, axis] of AXES.entries()) {
    const [plane, change] = [tone[axis], carried[nth]!]
    for (let i = 0; i < plane.length; i++) {
      plane[i] = plane[i]! + change[i]! * Math.min(1, 4 * near[i]!) * 0.8
    }
  }
}

/** Brings what is far from most of the seam nearer to it. */
function bound(gap: Float32Array, seam: Float32Array): void {
  const middle = medianWithin(gap, seam)
  const off = new Float32Array(gap.length)
  for (let i = 0; i < off.length; i++) off[i] = Math.abs(gap[i]! - middle)
  const spread = 2 * 1.4826 * medianWithin(off, seam)
  const [least, most] = [middle - spread, middle + spread]
  for (let i = 0; i < gap.length; i++) gap[i] = Math.min(most, Math.max(least, gap[i]!))
}
