import { debugMask, debugPlane } from '../../raster/debug.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { keepPersonComponents } from '../mattes/keep-person-components.ts'
import { matteRegionOf } from '../mattes/matte-region.ts'
import { projectLogits } from '../mattes/project-logits.ts'
import { refineMatteByGuide } from '../mattes/refine-matte-by-guide.ts'
import { MASK_EDGE_ERROR } from '../tuning.ts'
import type { Pose } from './estimate-pose.ts'

/**
 * The mask of one person, of the picture's size: the network's mask without the components that hold none of the
 * person's landmarks, with its edge refined to the picture's edges.
 */
export function personMask(pose: Pose, pyramid: Pyramid): Mask {
  const [picture] = pyramid
  const { width, height } = picture
  const mask = { width, height, data: new Uint8Array(width * height) }
  const region = matteRegionOf(pose.roi, picture)
  if (!region) return mask
  const projected = projectLogits(pose.mask, pose.roi, region)
  const rough = keepPersonComponents(projected, region, pose.landmarks)
  refineMatteByGuide(mask, pyramid, region, rough, MASK_EDGE_ERROR * (pose.roi.side / 256))
  debugPlane('person mask of the network', rough, region)
  debugMask('person mask', mask)
  return mask
}
