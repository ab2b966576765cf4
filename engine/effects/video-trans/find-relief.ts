import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { findLines } from './find-lines.ts'
import type { ToneRange } from './tone.ts'
import { RELIEF_LINES, RELIEF_SHADOW } from './tuning.ts'

/**
 * Light lines within what one ink fills: folds, edges and hair that are a little lighter than the black around them.
 * Artists leave them bare, or a dark figure is a silhouette.
 * @param width of a line, pixels
 * @returns 0 to 1, 1 on a line
 */
export function findRelief(
  luma: Float32Array,
  size: Size,
  { black, white }: ToneRange,
  width: number,
): Float32Array {
  const deep = allocPlane(luma.length)
  invert({ luma, deep }, { black, range: RELIEF_SHADOW * (white - black) })
  return findLines(deep, size, {
    width,
    from: RELIEF_LINES.from,
    to: RELIEF_LINES.to,
    along: RELIEF_LINES.along * width,
  })
}

const invert = formula(
  { planes: ['luma', 'deep'], scalars: ['black', 'range'] },
  'deep = 255 * (1 - sqrt(min(1, max(0, (luma - black) / range))))',
)
