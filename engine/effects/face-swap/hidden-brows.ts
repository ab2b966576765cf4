import { FACE } from '../../vision/face.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { eachWithin } from './each-within.ts'

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
    let [lost, all] = [0, 1e-6]
    eachWithin(canvas, trace(canvas, ring), (i, share) => {
      lost += share * Math.max(cover.old[i]!, cover.given[i]!)
      all += share
    })
    return lost > HIDDEN * all
  })
  return hidden ? KEPT : []
}
