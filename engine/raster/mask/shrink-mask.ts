import type { Size } from '../../geometry/size.ts'
import { growMask } from './grow-mask.ts'

/**
 * 1 for each pixel that is set with all within `by` of it along rows and columns (erosion by a square). What lies
 * beyond the border counts as set.
 */
export function shrinkMask(mask: Uint8Array, size: Size, by: number): Uint8Array {
  const shrunk = growMask(negated(mask, new Uint8Array(mask.length)), size, by)
  return negated(shrunk, shrunk)
}

function negated(mask: Uint8Array, into: Uint8Array): Uint8Array {
  for (let at = 0; at < mask.length; at++) into[at] = mask[at] === 0 ? 1 : 0
  return into
}
