import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { Both } from './swap-region.ts'
import { MAX_BROW_DIFFERENCE, MAX_HIDDEN_SHARE } from './tuning.ts'

/** The person's left and right brow, as rings of landmarks. */
export const BROW_RINGS = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
] as const

/**
 * Both brows with the skin below them, down to the fold of the lid, and between them, so that neither the lower edge of
 * the donor's thicker brows nor their inner ends show beside them.
 */
const BROW_AND_LID_RINGS = [
  [...FACE.leftBrowTop, 9, 8, 441, 442, 443, 444, 445, 342],
  [...FACE.rightBrowTop, 9, 8, 221, 222, 223, 224, 225, 113],
] as const

/**
 * The brows that stay the target's, as rings of landmarks: both, where a part of one is hidden in either face, or where
 * less of one would be transferred than of the other. A brow joined from two faces would be noticed, and so would two
 * brows of different colours.
 * @param mask where the donor will be seen, 0–1
 */
export function browsToKeep(
  region: FaceRegion,
  occluded: Both<Float32Array>,
  mask: Float32Array,
): readonly (readonly number[])[] {
  const shares = (at: (i: number) => number): number[] =>
    BROW_RINGS.map((ring) => {
      let [sum, all] = [0, 1e-6]
      visitPolygon(region, landmarkPath(region, ring), (i, share) => {
        sum += share * at(i)
        all += share
      })
      return sum / all
    })
  const hidden = shares((i) => Math.max(occluded.target[i]!, occluded.donor[i]!))
  const seen = shares((i) => mask[i]!)
  const isUneven = Math.abs(seen[0]! - seen[1]!) > MAX_BROW_DIFFERENCE
  return isUneven || Math.max(...hidden) > MAX_HIDDEN_SHARE ? BROW_AND_LID_RINGS : []
}
