import { Fault } from '../../../catalog/fault.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blurAllWithin, blurWithin } from '../../raster/blur.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'

/** Colours are looked at through a blur of this, in widths of the face: spots and flushes are no light. */
const PATCH_SIGMA = 0.04

/**
 * How far the skin's colour may spread, in CIELAB's a* and b*, and as a share of how colourful it is. In one light faces
 * measure 0.1 to 0.3, in lamps of two colours 0.45 to 0.7; a shadow spreads the colours of a very warm light too.
 */
const MAX_SPREAD = { units: 8, share: 0.42 } as const

/**
 * Shadows are what lies between these blurs, in widths of the face; their root mean square beside the skin's L* + 16 is
 * 0.04 to 0.09 on faces in usual light, and more where hard light or strands draw their own pattern.
 */
const SHADOW = { fine: 0.012, coarse: 0.08, most: 0.1 } as const

/**
 * Throws Fault `hidden-face` for a reference face in lights of different colours, or crossed by deep shadows: their
 * borders run through the skin and would stay there as stains.
 */
export function requireEvenLight(canvas: FaceRegion, { skin, typical }: SkinMasks): void {
  if (shadows(canvas, skin) > SHADOW.most * (typical.l + 16)) {
    throw new Fault('hidden-face', 'Deep shadows lie over the reference face.', { role: 'ref' })
  }
  const { a, b } = canvas.lab
  const none = allocZeroPlane(skin.length)
  const spreads = blurAllWithin([a, b], skin, canvas, PATCH_SIGMA * canvas.faceWidth).map((plane) =>
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

function shadows(canvas: FaceRegion, skin: Float32Array): number {
  const [fine, coarse] = [SHADOW.fine, SHADOW.coarse].map((sigma) =>
    blurWithin(canvas.lab.l, skin, canvas, sigma * canvas.faceWidth),
  )
  return Math.sqrt(weightedDifference(fine!, coarse!, skin).meanSquare)
}
