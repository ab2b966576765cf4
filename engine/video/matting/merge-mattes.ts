import { smoothstep } from '../../geometry/smoothstep.ts'
import { BLOCK, type Motion } from '../motion/estimate-motion.ts'
import type { SmallFrame } from '../shrink-frame.ts'
import {
  MERGE_ALIKE,
  MERGE_CHANGED,
  MERGE_CONTRADICTS,
  MERGE_MOVING,
  MERGE_NONE,
  MERGE_TRUST,
} from '../tuning.ts'
import type { BackgroundMemory } from './background-memory.ts'

/**
 * Puts what the network finds in a frame into what was carried along from the frame before. Where motion explains the
 * picture, small differences between the two are noise; where it does not, or they contradict each other, the network
 * knows better.
 */
export function mergeMattes(
  carried: Float32Array,
  found: Float32Array,
  small: SmallFrame,
  { columns, difference, dx, dy }: Motion,
  memory: BackgroundMemory,
): void {
  const { width } = small
  const changes = difference.map((levels) =>
    smoothstep(MERGE_CHANGED.none, MERGE_CHANGED.all, levels),
  )
  const moves = dx.map((x, block) => Number(Math.hypot(x, dy[block]!) > MERGE_MOVING))
  for (let at = 0, row = 0; at < found.length; row++) {
    const blocks = Math.floor(row / BLOCK) * columns
    for (let column = 0; column < width; column++, at++) {
      const before = carried[at]!
      const own = found[at]!
      if (before < MERGE_NONE && own < MERGE_NONE) {
        carried[at] = before + (own - before) * MERGE_TRUST
        continue
      }
      const block = blocks + Math.floor(column / BLOCK)
      const hint = memory.judge(small, at)
      const now = suggested(before, own, hint)
      const contradicts = smoothstep(
        MERGE_CONTRADICTS.from,
        MERGE_CONTRADICTS.to,
        Math.abs(now - before),
      )
      // A limb that moves was told from the background before; the network often loses raised or blurred arms.
      const isLimb = now < before && moves[block]! > 0
      // What looks like the background again was passed by.
      const isPassed = now < before ? Math.max(0, -hint) : 0
      const doubt = Math.max(changes[block]!, isPassed, isLimb ? 0 : contradicts)
      carried[at] = before + (now - before) * (MERGE_TRUST + (1 - MERGE_TRUST) * doubt)
    }
  }
}

/** What the network found, as far as what is known of the background does not contradict it. */
function suggested(before: number, found: number, hint: number): number {
  // What was a person and does not look like the background still is one: the network often loses arms held still.
  if (hint > 0) return found < before ? found + (before - found) * hint : found
  return (
    found *
    (1 + hint * MERGE_ALIKE.by * (1 - smoothstep(MERGE_ALIKE.unsure, MERGE_ALIKE.sure, found)))
  )
}
