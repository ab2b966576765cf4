import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { BROW_RINGS } from './brows-to-keep.ts'
import { EYE_OPENINGS } from './openings.ts'
import { EYE_DETAIL } from './tuning.ts'

/** Features of a face, 0–1: within their landmarks, with the hairs around them, and where these are the donor's. */
export type FeatureMasks = { inside: Float32Array; around: Float32Array; seen: Float32Array }

/** Both eyes, with their lashes. @param mask where the donor will be seen, 0–1 */
export function eyeMasks(region: FaceRegionGeometry, mask: Float32Array): FeatureMasks {
  return featureMasks(
    region,
    mask,
    EYE_OPENINGS.map(({ rim }) => rim),
  )
}

/** Both brows. @param mask where the donor will be seen, 0–1 */
export function browMasks(region: FaceRegionGeometry, mask: Float32Array): FeatureMasks {
  return featureMasks(region, mask, BROW_RINGS)
}

function featureMasks(
  region: FaceRegionGeometry,
  mask: Float32Array,
  rings: readonly (readonly number[])[],
): FeatureMasks {
  const inside = allocZeroPlane(mask.length)
  for (const ring of rings) paintPolygon(inside, region, landmarkPath(region, ring))
  const around = blur(inside, region, EYE_DETAIL.soft * region.faceWidth)
  const seen = allocPlane(mask.length)
  weigh({ seen, around, mask })
  return { inside, around, seen }
}

const weigh = formula({ planes: ['seen', 'around', 'mask'] }, 'seen = around * mask')
