import type { Mask } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { keepPersonComponents } from '../mattes/keep-person-components.ts'
import { matteRegionOf } from '../mattes/matte-region.ts'
import { projectLogits } from '../mattes/project-logits.ts'
import { refineMatteByGuide } from '../mattes/refine-matte-by-guide.ts'
import type { Pose } from './estimate-pose.ts'

/** How far the network's edge may be off, in its own 256 pixels a side. */
const EDGE_ERROR = 2.5

/**
 * Where one person is, the size of the picture: the network's mask laid back over the picture, without islands that
 * hold none of the person's landmarks, its edge drawn to the picture's own.
 */
export function personMask(pose: Pose, pyramid: Pyramid): Mask {
  const [picture] = pyramid
  const { width, height } = picture
  const mask = { width, height, data: new Uint8Array(width * height) }
  const region = matteRegionOf(pose.roi, picture)
  if (!region) return mask
  const projected = projectLogits(pose.mask, pose.roi, region)
  const rough = keepPersonComponents(projected, region, pose.landmarks)
  refineMatteByGuide(mask, pyramid, region, rough, EDGE_ERROR * (pose.roi.side / 256))
  return mask
}
