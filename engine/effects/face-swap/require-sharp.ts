import { Fault } from '../../../catalog/failures/fault.ts'
import { eyeEdgeWidth, type LumaRegion } from '../../face/eye-edge-width.ts'
import { MAX_BLUR } from './tuning.ts'

/**
 * Throws Fault `hidden-face` for a reference face that is so blurred that it would look smeared on the target, and for
 * a target so blurred that its eyes and lids cannot be told from shadows.
 */
export function requireSharp(donor: LumaRegion, target: LumaRegion): void {
  const targetWidth = eyeEdgeWidth(target)
  if (targetWidth > MAX_BLUR.target) {
    throw new Fault(
      'hidden-face',
      `The edges in the face to be replaced are ${percent(targetWidth)} % of its width wide; ` +
        `${percent(MAX_BLUR.target)} % are allowed: it is too blurred.`,
      { role: 'src' },
    )
  }
  const own = eyeEdgeWidth(donor)
  if (own <= MAX_BLUR.from) return
  const times = own / targetWidth
  if (times <= MAX_BLUR.times) return
  throw new Fault(
    'hidden-face',
    `The reference face is ${times.toFixed(1)} times as blurred as the face to be replaced; ` +
      `${MAX_BLUR.times} times are allowed.`,
    { role: 'ref' },
  )
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
