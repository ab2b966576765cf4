import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { BROW_RINGS } from './brows-to-keep.ts'
import { BROW_HAIRS } from './tuning.ts'

/**
 * Both brows of a face with their hairs, where they are the donor's, 0–1.
 * @param mask where the donor will be seen, 0–1
 */
export function browsSeen(region: FaceRegionGeometry, mask: Float32Array): Float32Array {
  const inside = allocZeroPlane(mask.length)
  for (const ring of BROW_RINGS) paintPolygon(inside, region, landmarkPath(region, ring))
  const seen = blur(inside, region, BROW_HAIRS * region.faceWidth)
  restrict({ seen, mask })
  return seen
}

const restrict = formula({ planes: ['seen', 'mask'] }, 'seen = seen * mask')
