import type { Size } from '../../geometry/size.ts'
import { addressOf, allocPlane, instantiateKernel, withArena } from '../arena.ts'
import { boxRowsKernel } from '../simd/box-rows.ts'

/**
 * A new plane of the mean, or of the largest value, of the square around each value, edges repeated. All is in the open
 * arena, and the width is a multiple of four.
 * @param reach values to each side of one, at most 4
 */
export function combineAround(
  plane: Float32Array,
  { width, height }: Size,
  of: 'mean' | 'most',
  reach: number,
): Float32Array {
  const to = allocPlane(plane.length)
  if (plane.length === 0) return to
  withArena(() => {
    const scratch = addressOf(allocPlane(width + 8))
    const boxRows = instantiateKernel(boxRowsKernel(of, reach))
    boxRows(addressOf(to), addressOf(plane), scratch, 4 * width, width / 4, height)
  })
  return to
}
