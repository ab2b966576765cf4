import { smoothstep } from '../../raster/smoothstep.ts'
import { BLOCK, type Motion } from '../motion/estimate-motion.ts'

/** How much of what the network newly says is taken where nothing has changed: its own noise is averaged away. */
const TRUST = 0.2

/** Cells a frame from which a block counts as moving. */
const MOVING = 0.5

/**
 * What the network finds in a frame, and what was carried along from the frame before, in one matte. Where motion
 * explains the picture, small differences between the two are noise; where it does not, or they contradict each other,
 * the network knows better.
 */
export function mergeMattes(
  carried: Float32Array,
  found: Float32Array,
  { width }: { width: number },
  { columns, difference, dx, dy }: Motion,
): Float32Array {
  const out = new Float32Array(found.length)
  for (let at = 0; at < out.length; at++) {
    const block =
      Math.floor(Math.floor(at / width) / BLOCK) * columns + Math.floor((at % width) / BLOCK)
    const before = carried[at]!
    const now = found[at]!
    const changed = smoothstep(3, 10, difference[block]!)
    const contradicts = smoothstep(0.3, 0.6, Math.abs(now - before))
    // A limb that moves was told from the background before; the network often loses raised or blurred arms.
    const isLimb = now < before && Math.hypot(dx[block]!, dy[block]!) > MOVING
    const doubt = Math.max(changed, isLimb ? 0 : contradicts)
    const share = TRUST + (1 - TRUST) * doubt
    out[at] = before + (now - before) * share
  }
  return out
}
