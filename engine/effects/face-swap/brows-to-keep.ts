import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { visitPolygon } from '../../raster/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'

/** The person's left and right brow, as rings of landmarks. */
export const BROW_RINGS = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
] as const

/**
 * Both brows with the skin below them, down to the fold of the lid: brows kept over thicker ones must not show their
 * lower edge.
 */
const BROW_AND_LID_RINGS = [
  [...FACE.leftBrowTop, 441, 442, 443, 444, 445, 342],
  [...FACE.rightBrowTop, 221, 222, 223, 224, 225, 113],
] as const

/** The share of a brow that hair may hide. */
const MAX_HIDDEN_SHARE = 0.12

/**
 * What of the old face's brows stays, as rings of landmarks: both, where either face's hair falls over a part of one. A
 * brow made of the ends of two is seen, and so is a pair of two colours.
 */
export function browsToKeep(
  canvas: FaceRegion,
  cover: { old: Float32Array; given: Float32Array },
): readonly (readonly number[])[] {
  const hidden = BROW_RINGS.some((ring) => {
    let [lost, all] = [0, 1e-6]
    visitPolygon(canvas, landmarkPath(canvas, ring), (i, share) => {
      lost += share * Math.max(cover.old[i]!, cover.given[i]!)
      all += share
    })
    return lost > MAX_HIDDEN_SHARE * all
  })
  return hidden ? BROW_AND_LID_RINGS : []
}
