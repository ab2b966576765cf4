import { Fault } from '../../../catalog/fault.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blurAllWithin, blurWithin } from '../../raster/blur.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'

/** Colours are measured after a blur of this sigma, in widths of the face, which removes spots and flushes. */
const PATCH_SIGMA = 0.04

/**
 * How far the skin's colour may spread: in CIELAB's a* and b*, and as a share of its chroma. Faces in one light measure
 * 0.1 to 0.3, in lamps of two colours 0.45 to 0.7; in very warm light a shadow spreads the colours too.
 */
const MAX_SPREAD = { units: 8, share: 0.42 } as const

/**
 * Shadows lie between these sigmas, in widths of the face. Their root mean square, as a share of the skin's L* + 16, is
 * 0.04 to 0.09 on faces in usual light, and more where hard light or strands of hair draw a pattern.
 */
const SHADOW = { fine: 0.012, coarse: 0.08, most: 0.1 } as const

/**
 * Throws Fault `hidden-face` for a reference face in lights of different colours or under deep shadows: their borders
 * run through the skin and would stay there as stains.
 */
export function requireEvenLight(region: FaceRegion, { skin, typical }: SkinMasks): void {
  if (shadows(region, skin) > SHADOW.most * (typical.l + 16)) {
    throw new Fault('hidden-face', 'Deep shadows lie over the reference face.', { role: 'ref' })
  }
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
  const [fine, coarse] = [SHADOW.fine, SHADOW.coarse].map((sigma) =>
    blurWithin(region.lab.l, skin, region, sigma * region.faceWidth),
  )
  return Math.sqrt(weightedDifference(fine!, coarse!, skin).meanSquare)
}
