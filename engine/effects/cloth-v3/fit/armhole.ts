import type { Point } from '../../../geometry/point.ts'
import type { Limb } from '../measure/wearer.ts'
import { alongArm, outOfArm } from './sleeve-end.ts'

/**
 * An armhole: how far along the arm its tip on the shoulder lies, 0 at the joint and less above it, how far out of its
 * bones, and how far along it ends, in pixels.
 */
export type Armhole = { tip: { along: number; out: number }; end: number }

/** The armhole between a tip and an armpit. One whose tip lies within the bones, as a strap's, begins at the joint. */
export function armholeOf(
  arm: Limb,
  n: 0 | 1,
  { tip, armpit }: { tip: Point; armpit: Point },
): Armhole {
  const out = outOfArm(arm, tip, n)
  return {
    tip: out > 0 ? { along: Math.min(0, alongArm(arm, tip)), out } : { along: 0, out: 0 },
    end: Math.max(0, alongArm(arm, armpit)),
  }
}
