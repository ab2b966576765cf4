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
 * less of a piece of one would be transferred than of the other's. A brow joined from two faces would be noticed, and
 * so would two brows of different colours.
 * @param mask where the donor will be seen, 0–1
 */
export function browsToKeep(
  region: FaceRegion,
  occluded: Both<Float32Array>,
  mask: Float32Array,
): readonly (readonly number[])[] {
  const shareOf = (ring: readonly number[], at: (i: number) => number): number => {
    let [sum, all] = [0, 1e-6]
    visitPolygon(region, landmarkPath(region, ring), (i, share) => {
      sum += share * at(i)
      all += share
    })
    return sum / all
  }
  const hidden = (i: number): number => Math.max(occluded.target[i]!, occluded.donor[i]!)
  const isHidden = BROW_RINGS.some((ring) => shareOf(ring, hidden) > MAX_HIDDEN_SHARE)
  const [left, right] = BROW_RINGS.map((ring) =>
    piecesOf(ring).map((piece) => shareOf(piece, (i) => mask[i]!)),
  )
  const isUneven = left!.some((seen, n) => Math.abs(seen - right![n]!) > MAX_BROW_DIFFERENCE)
  return isHidden || isUneven ? BROW_AND_LID_RINGS : []
}

/** The quadrangles between its upper and lower edge that a brow's ring is made of. */
function piecesOf(ring: readonly number[]): number[][] {
  return Array.from({ length: ring.length / 2 - 1 }, (_, n) => [
    ring[n]!,
    ring[n + 1]!,
    ring.at(-2 - n)!,
    ring.at(-1 - n)!,
  ])
}
