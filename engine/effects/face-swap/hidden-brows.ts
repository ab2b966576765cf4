import { FACE } from '../../vision/face.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'

/** The person's left and right brow, as rings of landmarks. */
export const BROWS = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
] as const

/** The share of a brow of the giver that hair may hide, where the old face shows its own. */
const HIDDEN = 0.12

/**
 * The brows of the old face that stay, as rings of landmarks: both, where the giver's hair falls over a part of one. A
 * brow made of the ends of two is seen, and so is a pair of two colours.
 */
export function hiddenBrows(
  canvas: Canvas,
  cover: { old: Float32Array; given: Float32Array },
): readonly (readonly number[])[] {
  const hidden = BROWS.some((ring) => {
    const brow = new Float32Array(canvas.width * canvas.height)
    paintPolygon(brow, canvas, trace(canvas, ring))
    let [lost, all] = [0, 1e-6]
    for (let i = 0; i < brow.length; i++) {
      const shown = brow[i]! * (1 - cover.old[i]!)
      lost += shown * cover.given[i]!
      all += shown
    }
    return lost > HIDDEN * all
  })
  return hidden ? BROWS : []
}
