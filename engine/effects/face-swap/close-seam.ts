import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'
import { AXES, minusTone } from './minus.ts'

/** How far a difference at the seam is carried into the face, in widths of it. */
const REACH = 0.05

/**
 * Leads the new face over to the old picture along its edge: the difference there, bounded to what most of the edge shows
 * (a strand of hair must not bleed into a cheek), is added to the new face and fades inwards.
 */
export function closeSeam(tone: Tone, old: Canvas, mask: Float32Array, skin: Float32Array): void {
  const seam = takePlane(mask.length)
  findSeam({ seam, mask, skin })
  const near = blur(seam, old, REACH * old.unit)
  const gap = minusTone(old.tone, tone)
  for (const axis of AXES) bound(gap[axis], seam)
  const carried = blurAllWithin([gap.l, gap.a, gap.b], seam, old, REACH * old.unit)
  for (const [nth, axis] of AXES.entries()) {
    carry({ plane: tone[axis], change: carried[nth]!, near })
  }
}

const findSeam = formula('seam = 4 * mask * (1 - mask) * skin')

const carry = formula('plane = plane + 0.8 * change * min(1, 4 * near)')

/** Brings what is far from most of the seam nearer to it. */
function bound(gap: Float32Array, seam: Float32Array): void {
  const middle = medianWithin(gap, seam)
  const off = takePlane(gap.length)
  distance({ off, gap }, { middle })
  const spread = 2 * 1.4826 * medianWithin(off, seam)
  clamp({ gap }, { least: middle - spread, most: middle + spread })
}

const distance = formula('off = abs(gap - middle)')

const clamp = formula('gap = min(most, max(least, gap))')
