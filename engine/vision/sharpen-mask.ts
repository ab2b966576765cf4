import type { Mask } from '../raster/picture.ts'
import { boxMean, type Plane } from './box-mean.ts'
import { fitToGuide } from './fit-to-guide.ts'
import { paintMask } from './paint-mask.ts'
import type { Pyramid } from './pyramid.ts'
import { cutRegion, type Region } from './region.ts'

/** Colour variance (0–1 squared) that still counts as one surface. */
const SMOOTHNESS = 0.0005

/**
 * Fills the region of a full-size mask with a network's coarse one, its edge drawn to the picture's own.
 * @param rough probabilities on the region's grid
 * @param error how far the network's edge may be off, in source pixels
 */
export function sharpenMask(
  mask: Mask,
  pyramid: Pyramid,
  region: Region,
  rough: Plane,
  error: number,
): void {
  const radius = Math.max(2, Math.round(error * region.scale))
  const fit = fitToGuide(cutRegion(pyramid, region), rough, region, radius, SMOOTHNESS)
  paintMask(mask, pyramid[0], region, { rough, doubt: doubtIn(rough, region, radius), fit })
}

/** 1 along the mask's edge, falling to 0 where all of a pixel's neighbourhood agrees. */
function doubtIn(rough: Plane, { width, height }: Region, radius: number): Plane {
  return boxMean(rough, width, height, radius).map((mean) =>
    Math.min(1, Math.max(0, 8 * Math.min(mean, 1 - mean) - 0.1)),
  )
}
