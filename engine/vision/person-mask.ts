import type { Mask } from '../raster/picture.ts'
import { boxMean, type Plane } from './box-mean.ts'
import { fitToGuide } from './fit-to-guide.ts'
import { keepPerson } from './keep-person.ts'
import { paintMask } from './paint-mask.ts'
import { projectLogits } from './project-logits.ts'
import type { Pyramid } from './pyramid.ts'
import type { Pose } from './read-pose.ts'
import { cutRegion, type Region, regionOf } from './region.ts'

/** How far the network's edge may be off, in its own 256 pixels a side. */
const EDGE_ERROR = 2.5
/** Colour variance (0–1 squared) that still counts as one surface. */
const SMOOTHNESS = 0.0005

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
  const radius = Math.max(2, Math.round(EDGE_ERROR * (pose.square.side / 256) * region.scale))
  const fit = fitToGuide(cutRegion(pyramid, region), rough, region, radius, SMOOTHNESS)
  paintMask(mask, picture, region, { rough, doubt: doubtIn(rough, region, radius), fit })
  return mask
}

/** 1 along the mask's edge, falling to 0 where all of a pixel's neighbourhood agrees. */
function doubtIn(rough: Plane, { width, height }: Region, radius: number): Plane {
  return boxMean(rough, width, height, radius).map((mean) =>
    Math.min(1, Math.max(0, 8 * Math.min(mean, 1 - mean) - 0.1)),
  )
}
