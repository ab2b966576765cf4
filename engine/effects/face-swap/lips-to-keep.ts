import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocZeroPlane, withArena } from '../../raster/arena.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { Both } from './swap-region.ts'
import { PAINTED_LIPS } from './tuning.ts'

/**
 * The lips that stay the target's, as a ring of landmarks: where those of one face alone are painted. Paint is no
 * colour of lips that light could change, and its outline would be seen around lips of another shape.
 */
export function lipsToKeep(
  regions: Both<FaceRegion>,
  masks: Both<SkinMasks>,
): readonly (readonly number[])[] {
  const [donor, target] = (['donor', 'target'] as const).map((of) =>
    withArena(() => lipColour(regions[of], masks[of])),
  )
  const isPainted =
    Math.max(donor!, target!) > PAINTED_LIPS.least && Math.abs(donor! - target!) > PAINTED_LIPS.more
  return isPainted ? [FACE.lipsOuter] : []
}

/** How far the colour of lips lies from that of the skin, units of a* and b*. */
function lipColour(region: FaceRegion, { typical }: SkinMasks): number {
  const [lips, inside] = [FACE.lipsOuter, FACE.lipsInner].map((ring) => {
    const plane = allocZeroPlane(region.width * region.height)
    paintPolygon(plane, region, landmarkPath(region, ring))
    return plane
  })
  leaveOut({ lips: lips!, inside: inside! })
  const { a, b } = region.lab
  return Math.hypot(medianWithin(a, lips!) - typical.a, medianWithin(b, lips!) - typical.b)
}

const leaveOut = formula({ planes: ['lips', 'inside'] }, 'lips = max(0, lips - inside)')
