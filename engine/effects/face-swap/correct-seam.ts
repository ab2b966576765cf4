import type { FaceRegion } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { LAB_AXES, labDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { DEVIATION_BY_MEDIAN, SEAM_CARRIED, SEAM_REACH } from './tuning.ts'

/**
 * Corrects the donor's colours along the seam, so that they meet the target's: the difference at the seam is spread
 * inwards by normalised convolution (Knutsson and Westin, CVPR 1993), fades with the distance, and is added to the
 * donor. Unlike the membrane of gradient-domain blending it leaves the middle of the face alone. Outliers of the
 * difference are clamped: a strand of hair must not bleed into a cheek.
 * @param lab the donor's Lab planes, which are changed
 * @param mask where the donor is seen, 0–1
 * @param skin what both faces show of clear skin, 0–1
 */
export function correctSeam(
  lab: LabPlanes,
  target: FaceRegion,
  mask: Float32Array,
  skin: Float32Array,
): void {
  const seam = allocPlane(mask.length)
  findSeam({ seam, mask, skin })
  const near = blur(seam, target, SEAM_REACH * target.faceWidth)
  const gap = labDifference(target.lab, lab)
  for (const axis of LAB_AXES) limitOutliers(gap[axis], seam)
  const carried = blurAllWithin([gap.l, gap.a, gap.b], seam, target, SEAM_REACH * target.faceWidth)
  for (const [nth, axis] of LAB_AXES.entries()) {
    carry({ plane: lab[axis], change: carried[nth]!, near })
  }
}

const findSeam = formula(
  { planes: ['seam', 'mask', 'skin'] },
  'seam = 4 * mask * (1 - mask) * skin',
)

const carry = formula(
  { planes: ['plane', 'change', 'near'] },
  `plane = plane + ${SEAM_CARRIED} * change * min(1, 4 * near)`,
)

/** Clamps a difference to two standard deviations from its median; 1.4826 MAD estimate the deviation. */
function limitOutliers(gap: Float32Array, seam: Float32Array): void {
  const middle = medianWithin(gap, seam)
  const off = allocPlane(gap.length)
  distanceFromMiddle({ off, gap }, { middle })
  const spread = 2 * DEVIATION_BY_MEDIAN * medianWithin(off, seam)
  clamp({ gap }, { least: middle - spread, most: middle + spread })
}

const distanceFromMiddle = formula(
  { planes: ['off', 'gap'], scalars: ['middle'] },
  'off = abs(gap - middle)',
)

const clamp = formula(
  { planes: ['gap'], scalars: ['most', 'least'] },
  'gap = min(most, max(least, gap))',
)
