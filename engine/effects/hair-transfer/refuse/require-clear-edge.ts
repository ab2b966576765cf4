import { Fault } from '../../../../catalog/failures/fault.ts'
import { luma } from '../../../raster/colour/luma.ts'
import type { Head } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import { CLEAR_EDGE_MOST_TOUCHING, MOST_CLOSED, SURELY_HAIR } from '../tuning.ts'

/**
 * Whether nothing behind a reference touches its hair and looks like it: slivers of it would come along.
 * @param clear the share of hair in each pixel without what touches it
 * @throws Fault `hidden-face`
 */
export function requireClearEdge({ hair, frame }: Head, clear: Float32Array): void {
  let touching = 0
  for (let at = 0; at < clear.length; at++) touching += hair.alpha[at]! - clear[at]!
  if (touching <= CLEAR_EDGE_MOST_TOUCHING * frame.faceWidth ** 2) return
  throw new Fault(
    'hidden-face',
    'Something behind the reference’s head looks like the hair that it touches, such as the frame of a picture; a ' +
      'plain background of another colour helps.',
    { role: 'ref' },
  )
}

/**
 * Whether the gaps between long hair and its wearer's jaw and neck were small, or closed in the hair's own colour: wide
 * ones are plain dark bands in lighter hair.
 * @param before the share of hair in each pixel before its gaps were closed
 * @throws Fault `pose`
 */
export function requireSmallGaps({ frame }: Head, before: Float32Array, layer: HairLayer): void {
  const { alpha, red, green, blue } = layer
  const lumaAt = (at: number) => luma(red[at]!, green[at]!, blue[at]!)
  let [hair, count] = [0, 0]
  for (let at = 0; at < alpha.length; at++) {
    if (before[at]! < SURELY_HAIR) continue
    hair += lumaAt(at)
    count++
  }
  let seen = 0
  for (let at = 0; at < alpha.length; at++) {
    const more = alpha[at]! - before[at]!
    if (more > 0) seen += more * Math.abs(lumaAt(at) - hair / Math.max(1, count))
  }
  if (seen <= MOST_CLOSED * frame.faceWidth ** 2) return
  throw new Fault(
    'pose',
    'The reference’s hair lies along a wider jaw or neck than the person’s, and would leave gaps beside it; a ' +
      'reference with a face and neck of the same shape works.',
    { role: 'ref' },
  )
}
