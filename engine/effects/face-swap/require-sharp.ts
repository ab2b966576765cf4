import { Fault } from '../../../catalog/failures/fault.ts'
import { readEyeEdgeWidth } from '../../face/eye-edge-width.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_BLUR } from './tuning.ts'

/** Throws Fault `hidden-face` for a face that is so blurred that its eyes and lids cannot be told from shadows. */
export function requireSharp(picture: Picture, face: Face, role: 'src' | 'ref'): void {
  const width = readEyeEdgeWidth(picture, face)
  if (width <= MAX_BLUR) return
  const which = role === 'src' ? 'the face to be replaced' : 'the reference face'
  throw new Fault(
    'hidden-face',
    `The edges in ${which} are ${percent(width)} % of its width wide; ` +
      `${percent(MAX_BLUR)} % are allowed: it is too blurred.`,
    { role },
  )
}

/** Two digits: a width that is told as too much may not read as the limit. */
function percent(share: number): string {
  return (100 * share).toFixed(2)
}
