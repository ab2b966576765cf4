import { zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'

/** The person's left and right brow, as rings of landmarks. */
export const BROWS = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
] as const

/**
 * Both brows with the skin below them, down to the fold of the lid: brows kept over thicker ones must not show their
 * lower edge.
 */
const KEPT = [
  [...FACE.leftBrowTop, 441, 442, 443, 444, 445, 342],
  [...FACE.rightBrowTop, 221, 222, 223, 224, 225, 113],
] as const

/** The share of a brow that hair may hide. */
const HIDDEN = 0.12

/**
 * What of the old face's brows stays, as rings of landmarks: both, where either face's hair falls over a part of one. A
 * brow made of the ends of two is seen, and so is a pair of two colours.
 */
export function hiddenBrows(
  canvas: Canvas,
  cover: { old: Float32Array; given: Float32Array },
): readonly (readonly number[])[] {
  const hidden = BROWS.some((ring) => {
    const brow = zeroPlane(canvas.width * canvas.height)
    paintPolygon(brow, canvas, trace(canvas, ring))
    let [lost, all] = [0, 1e-6]
    for (let i = 0; i < brow.length; i++) {
      if (brow[i] === 0) continue
      lost += brow[i]! * Math.max(cover.old[i]!, cover.given[i]!)
      all += brow[i]!
    }
    return lost > HIDDEN * all
  })
  return hidden ? KEPT : []
}
