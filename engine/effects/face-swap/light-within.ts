import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane, withArena } from '../../raster/arena.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'

/** A quantile of L* within rings of landmarks, of all of them together. */
export function lightWithin(
  region: FaceRegion,
  rings: readonly (readonly number[])[],
  quantile = 0.5,
): number {
  return withArena(() => {
    const within = allocZeroPlane(region.width * region.height)
    for (const ring of rings) paintPolygon(within, region, landmarkPath(region, ring))
    return medianWithin(region.lab.l, within, quantile)
  })
}
