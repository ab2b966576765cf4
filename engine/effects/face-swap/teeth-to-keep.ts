import type { LumaRegion } from '../../face/eye-edge-width.ts'
import { landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane, withArena } from '../../raster/arena.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { MOUTH_OPENING } from './openings.ts'
import type { Both } from './swap-region.ts'
import { TEETH_DETAIL } from './tuning.ts'

/**
 * The mouth that stays the target's, as a ring of landmarks: where teeth are told apart in it, and the donor's are so
 * blurred or overexposed that they would be one white strip.
 */
export function teethToKeep(regions: Both<LumaRegion>): readonly (readonly number[])[] {
  const [target, donor] = (['target', 'donor'] as const).map((of) =>
    withArena(() => detailWithin(regions[of])),
  )
  const isLost = target! > TEETH_DETAIL.least && donor! < TEETH_DETAIL.share * target!
  return isLost ? [MOUTH_OPENING.stays] : []
}

/** How much the lightness within the lips varies from tooth to tooth: its deviation from a blur, units of L*. */
function detailWithin(region: LumaRegion): number {
  const { l } = region.lab
  const inside = allocZeroPlane(l.length)
  paintPolygon(inside, region, landmarkPath(region, MOUTH_OPENING.rim))
  const even = blurWithin(l, inside, region, TEETH_DETAIL.sigma * region.faceWidth)
  let [sum, count] = [0, 0]
  for (let i = 0; i < l.length; i++) {
    if (inside[i]! < 1) continue
    sum += (l[i]! - even[i]!) ** 2
    count++
  }
  return count === 0 ? 0 : Math.sqrt(sum / count)
}
