import type { Size } from '../../geometry/size.ts'
import { growMask } from './grow-mask.ts'
import { shrinkMask } from './shrink-mask.ts'

/**
 * The morphological closing of a mask by a square (Serra, "Image analysis and mathematical morphology", 1982): 1 in the
 * mask, and in what is narrower than 2 × `by` + 1 pixels between its parts.
 * @param by whole pixels
 */
export function closeMask(mask: Uint8Array, size: Size, by: number): Uint8Array {
  return shrinkMask(growMask(mask, size, by), size, by)
}
