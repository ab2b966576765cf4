import { boxOfPoints } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { crop, paste } from '../../raster/pixels/crop.ts'
import { warp } from '../../raster/warp/warp.ts'
import type { Face } from '../../vision/faces/face.ts'
import { displaceFeatures } from './displace-features.ts'
import { fitFeatures } from './fit-features.ts'
import { restoreDetail } from './restore-detail.ts'
import { RESAMPLING_LOSS } from './tuning.ts'

/** Pixels around a face that bicubic sampling reads. */
const SAMPLED = 4

/**
 * Displaces the features of a face to the proportions of the donor's (see {@link fitFeatures}), each with the skin,
 * the light and the sharpness that it has in this picture. Pixels outside the face keep their bytes.
 */
export function reshapeFace(picture: Picture, face: Face, donor: Face): Picture {
  const area = clampBox(growBox(boxOfPoints(face.landmarks), SAMPLED), picture)
  const motions = fitFeatures(face.landmarks, donor.landmarks)
  const field = displaceFeatures(face.landmarks, motions, area)
  const before = crop(picture, area)
  const result = warp(picture, field, area)
  if (face.box.width >= RESAMPLING_LOSS.upTo) return result
  const after = crop(result, area)
  restoreDetail(after.data, before, area)
  return paste(result, after, area.left, area.top)
}
