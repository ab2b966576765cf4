import type { Framing } from '../../catalog/files/file-rule.ts'
import { smallFace } from '../face/small-face.ts'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { WIDEST_TARGET } from './tuning.ts'

/**
 * The part of a picture in which a target has the width that a framing gives it, with what it shows above and below.
 * At the picture's edges the crop is moved, and made smaller only where the picture ends.
 * @param target in pixels of the picture; it may reach a little beyond it
 * @param tighter how much larger the target is to be than the framing says
 */
export function cropToTarget(
  { width, height }: Size,
  target: Box,
  { cropWidth, above, below }: Framing,
  tighter = 1,
): Box {
  const share = Math.min(WIDEST_TARGET, cropWidth * tighter)
  const across = Math.min(width, Math.round(target.width / share))
  const top = Math.max(0, Math.round(target.top - above * target.height))
  const bottom = Math.min(height, Math.round(target.top + target.height * (1 + below)))
  const left = Math.round(target.left + target.width / 2 - across / 2)
  return {
    left: Math.max(0, Math.min(width - across, left)),
    top,
    width: across,
    height: Math.max(1, bottom - top),
  }
}

/**
 * Whether a target fills as much of a picture as a framing asks for.
 * @param safety how many times the least shares are asked for
 */
export function isFramed(
  { width, height }: Size,
  target: Box,
  { minWidth, minHeight = 0, minOfLonger = 0, minPixels = 0 }: Framing,
  safety = 1,
): boolean {
  const longer = safety * minOfLonger * Math.max(width, height)
  return (
    target.width > Math.max(safety * minWidth * width, longer) &&
    target.height > Math.max(safety * minHeight * height, longer) &&
    target.width >= minPixels
  )
}

/** @throws Fault `small-face` or `small` when a target is too small to be shown at the size that a framing asks for */
export function requireLargeEnough(target: Box, framing: Framing, leastPixels: number): void {
  if (target.width >= leastPixels) return
  const told = {
    subject: `The ${framing.finds}`,
    ...(framing.finds !== 'face' && ({ condition: 'small' } as const)),
  }
  throw smallFace({ pixels: target.width }, { pixels: leastPixels }, told)
}
