import { Fault } from '../../../catalog/failures/fault.ts'
import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS } from './openings.ts'
import { SEEN_EYES } from './tuning.ts'

/**
 * Throws Fault `hidden-face` for a face to be replaced whose eyes hardly differ from its skin, behind lenses that
 * reflect or in a blur: what would be displaced are lenses.
 */
export function requireSeenEyes(target: FaceRegion): void {
  const eyes = lightWithin(
    target,
    EYE_OPENINGS.map(({ rim }) => rim),
    SEEN_EYES.quantile,
  )
  const share = eyes / Math.max(1, lightWithin(target, [FACE.oval], 0.5))
  if (share <= SEEN_EYES.most) return
  throw new Fault(
    'hidden-face',
    `The eyes of the face to be replaced are ${Math.floor(100 * share)} % as light as the face where they are darkest; ` +
      `${100 * SEEN_EYES.most} % are allowed: behind lenses that reflect or in a blur they are not seen.`,
    { role: 'src' },
  )
}

/** A quantile of L* within rings of landmarks. */
function lightWithin(
  region: FaceRegion,
  rings: readonly (readonly number[])[],
  quantile: number,
): number {
  const within = allocZeroPlane(region.lab.l.length)
  for (const ring of rings) paintPolygon(within, region, landmarkPath(region, ring))
  return medianWithin(region.lab.l, within, quantile)
}
