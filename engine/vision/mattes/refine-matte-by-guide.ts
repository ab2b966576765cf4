import { withArena } from '../../raster/arena.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { EDGE_BAND, GUIDE_SMOOTHNESS } from '../tuning.ts'
import { boxMean, type Plane } from './box-mean.ts'
import { guidedFilterCoefficients } from './guided-filter.ts'
import { type MatteRegion, sampleGuide } from './matte-region.ts'
import { renderMatte } from './render-matte.ts'

/**
 * Writes a network's coarse mask into a region of a full-size mask, with its edges refined by the guided filter.
 * @param mask of the picture's size; its pixels in the region are overwritten
 * @param rough the network's probabilities on the region's grid
 * @param error how far the network's edge can be off, in source pixels
 */
export function refineMatteByGuide(
  mask: Mask,
  pyramid: Pyramid,
  region: MatteRegion,
  rough: Plane,
  error: number,
): void {
  const radius = Math.max(2, Math.round(error * region.scale))
  withArena(() => {
    const guide = sampleGuide(pyramid, region)
    const fit = guidedFilterCoefficients(guide, rough, region, radius, GUIDE_SMOOTHNESS)
    const edgeBand = edgeBandOf(rough, region, radius)
    renderMatte(mask, pyramid[0], region, { rough, edgeBand, fit })
  })
}

/** 1 along the edge of the mask, falling to 0 where the whole neighbourhood of a pixel agrees. */
function edgeBandOf(rough: Plane, { width, height }: MatteRegion, radius: number): Plane {
  return boxMean(rough, width, height, radius).map((mean) =>
    Math.min(1, Math.max(0, EDGE_BAND.times * Math.min(mean, 1 - mean) - EDGE_BAND.less)),
  )
}
