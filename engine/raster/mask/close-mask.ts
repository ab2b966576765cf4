import type { Size } from '../../geometry/size.ts'
import { growMask } from './grow-mask.ts'

/**
 * The morphological closing of a mask by a square (Serra, "Image analysis and mathematical morphology", 1982): 1 in the
 * mask, and in what is narrower than 2 × `by` + 1 pixels between its parts.
 * @param by whole pixels
 */
export function closeMask(mask: Uint8Array, size: Size, by: number): Uint8Array {
  return inverted(growMask(inverted(growMask(mask, size, by)), size, by))
}

/** 1 where a mask is 0, in place. */
function inverted(mask: Uint8Array): Uint8Array {
  for (let at = 0; at < mask.length; at++) mask[at] = 1 - mask[at]!
  return mask
}
