import { Fault } from '../../../catalog/failures/fault.ts'
import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { ALIKE_SHADING } from './tuning.ts'

/** The outline of the nose above its nostrils, as a ring of landmarks. */
const NOSE = [168, 122, 188, 114, 217, 126, 142, 129, 1, 358, 371, 355, 437, 343, 412, 351] as const

/**
 * Throws Fault `hidden-face` where much of the reference's own shading about the nose had to be taken away: its light
 * is harder than that on the face to be replaced, and what is left beside nostrils and lids would be seen as stains.
 * @param changed what `limitShading` gave
 * @param mask where the donor will be seen, 0–1
 */
export function requireAlikeShading(
  changed: Float32Array,
  mask: Float32Array,
  region: FaceRegionGeometry,
): void {
  const nose = allocZeroPlane(mask.length)
  paintPolygon(nose, region, landmarkPath(region, NOSE))
  const around = blur(nose, region, ALIKE_SHADING.around * region.faceWidth)
  weigh({ around, mask })
  const much = allocPlane(mask.length)
  findMuch({ changed, much })
  const none = allocZeroPlane(mask.length)
  if (weightedDifference(much, none, around).mean <= ALIKE_SHADING.share) return
  throw new Fault(
    'hidden-face',
    'The light on the reference face is harder than that on the face to be replaced: its shadows would be seen.',
    { role: 'ref' },
  )
}

const weigh = formula(
  { planes: ['around', 'mask'] },
  'around = min(1, 2 * around) * (mask > 0 ? 1 : 0)',
)

const findMuch = formula(
  { planes: ['changed', 'much'] },
  `much = abs(changed) > ${ALIKE_SHADING.much} ? 1 : 0`,
)
