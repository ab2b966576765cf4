import type { FaceRegion } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { LAB_AXES, labDifference } from './lab-difference.ts'

/** How far a difference at the seam is carried into the face, in widths of it. */
const SEAM_REACH = 0.05

/**
 * Leads the new face over to the old picture along its edge: the difference there, bounded to what most of the edge shows
 * (a strand of hair must not bleed into a cheek), is added to the new face and fades inwards.
 */
export function correctSeam(
  tone: LabPlanes,
  old: FaceRegion,
  mask: Float32Array,
  skin: Float32Array,
): void {
  const seam = allocPlane(mask.length)
  findSeam({ seam, mask, skin })
  const near = blur(seam, old, SEAM_REACH * old.faceWidth)
  const gap = labDifference(old.lab, tone)
  for (const axis of LAB_AXES) limitOutliers(gap[axis], seam)
  const carried = blurAllWithin([gap.l, gap.a, gap.b], seam, old, SEAM_REACH * old.faceWidth)
  for (const [nth, axis] of LAB_AXES.entries()) {
    carry({ plane: tone[axis], change: carried[nth]!, near })
  }
}

const findSeam = formula(
  { planes: ['seam', 'mask', 'skin'] },
  'seam = 4 * mask * (1 - mask) * skin',
)

const carry = formula(
  { planes: ['plane', 'change', 'near'] },
  'plane = plane + 0.8 * change * min(1, 4 * near)',
)

/** Brings what is far from most of the seam nearer to it. */
function limitOutliers(gap: Float32Array, seam: Float32Array): void {
  const middle = medianWithin(gap, seam)
  const off = allocPlane(gap.length)
  distance({ off, gap }, { middle })
  const spread = 2 * 1.4826 * medianWithin(off, seam)
  clamp({ gap }, { least: middle - spread, most: middle + spread })
}

const distance = formula({ planes: ['off', 'gap'], scalars: ['middle'] }, 'off = abs(gap - middle)')

const clamp = formula(
  { planes: ['gap'], scalars: ['most', 'least'] },
  'gap = min(most, max(least, gap))',
)
