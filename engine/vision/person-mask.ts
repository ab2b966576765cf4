import type { Mask } from '../raster/picture.ts'
import { keepPerson } from './keep-person.ts'
import { projectLogits } from './project-logits.ts'
import type { Pyramid } from './pyramid.ts'
import type { Pose } from './read-pose.ts'
import { regionOf } from './region.ts'
import { sharpenMask } from './sharpen-mask.ts'

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
  const region = regionOf(pose.square, picture)
  if (!region) return mask
  const projected = projectLogits(pose.mask, pose.square, region)
  const rough = keepPerson(projected, region, pose.landmarks)
  sharpenMask(mask, pyramid, region, rough, EDGE_ERROR * (pose.square.side / 256))
  return mask
}
