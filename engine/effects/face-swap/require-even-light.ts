import { Fault } from '../../../catalog/failures/fault.ts'
import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Both } from './swap-region.ts'
import { EVEN_LIGHT_SHADOW, MAX_SPREAD, NOSE_LIGHT, PATCH_SIGMA } from './tuning.ts'

/** The sides of the nose, as rings of landmarks of the person's left and right. */
const NOSE_SIDES = [
  [279, 358, 429, 355, 437, 420, 360],
  [49, 129, 209, 126, 217, 198, 131],
] as const

/**
 * Throws Fault `hidden-face` for a face under deep shadows, whose borders would be seen as stains; and for a reference
 * face in lights of different colours, or lit from a side from which the face to be replaced is not: the dark side of
 * its nose, and an eye without contrast, would stay. The same the other way round: a hard shadow over the face to be
 * replaced would lie across a nose of another shape.
 * @param regions of both faces, on the same pixels
 */
export function requireEvenLight(regions: Both<FaceRegion>, masks: Both<SkinMasks>): void {
  for (const [role, which, of] of [
    ['src', 'face to be replaced', 'target'],
    ['ref', 'reference face', 'donor'],
  ] as const) {
    const { skin, typical } = masks[of]
    if (shadows(regions[of], skin) <= EVEN_LIGHT_SHADOW.most * (typical.l + 16)) continue
    throw new Fault('hidden-face', `Deep shadows lie over the ${which}.`, { role })
  }
  const [own, other] = [noseLight(regions.donor), noseLight(regions.target)]
  if (Math.abs(own) > -Math.log(NOSE_LIGHT.plain)) {
    const further = Math.sign(own) * (own - other)
    if (further > -Math.log(NOSE_LIGHT.unlike)) {
      throw new Fault('hidden-face', 'One side of the reference face lies in the shadow.', {
        role: 'ref',
      })
    }
  }
  requireOneColour(regions.donor, masks.donor)
  if (Math.abs(other - own) > NOSE_LIGHT.apart) {
    throw new Fault(
      'hidden-face',
      'Light falls harder from one side on the face to be replaced than on the reference face.',
      { role: 'src' },
    )
  }
}

/** The logarithm of the ratio of light on the left side of the nose to that on the right. */
function noseLight(region: FaceRegion): number {
  const [left, right] = NOSE_SIDES.map((ring) => {
    const inside = allocZeroPlane(region.width * region.height)
    paintPolygon(inside, region, landmarkPath(region, ring))
    return 16 + medianWithin(region.lab.l, inside)
  })
  return Math.log(left! / right!)
}

function requireOneColour(region: FaceRegion, { skin }: SkinMasks): void {
  const { a, b } = region.lab
  const none = allocZeroPlane(skin.length)
  const spreads = blurAllWithin([a, b], skin, region, PATCH_SIGMA * region.faceWidth).map((plane) =>
    weightedDifference(plane, none, skin),
  )
  const mean = Math.hypot(...spreads.map((one) => one.mean))
  const spread = Math.sqrt(
    spreads.reduce((sum, one) => sum + Math.max(0, one.meanSquare - one.mean ** 2), 0),
  )
  if (spread <= MAX_SPREAD.units || spread <= MAX_SPREAD.share * mean) return
  throw new Fault('hidden-face', 'The reference face stands in lights of different colours.', {
    role: 'ref',
  })
}

function shadows(region: FaceRegion, skin: Float32Array): number {
  const [fine, coarse] = [EVEN_LIGHT_SHADOW.fine, EVEN_LIGHT_SHADOW.coarse].map((sigma) =>
    blurWithin(region.lab.l, skin, region, sigma * region.faceWidth),
  )
  return Math.sqrt(weightedDifference(fine!, coarse!, skin).meanSquare)
}
