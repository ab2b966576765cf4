import { type Adjustment, ramp } from './adjustment.ts'
import { addShift } from './shape/shift.ts'
import { torsoFrame } from './shape/torso-frame.ts'
import { requireHangingArms } from './shoulder.ts'

/** Each shoulder sloped (negative) or squared: its outer end lower or higher, the neck's foot where it was. */
export const squaredShoulder: Adjustment = {
  requires: ['shoulders'],
  check: requireHangingArms,
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const half = frame.half / anatomy.scale
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const far = Math.abs(out) / half
      const across = ramp(far, 0.25, 0.85) * (1 - ramp(far, 2, 3))
      const fade = ramp(down, -0.42, -0.15) * (1 - ramp(down, 0.1, 0.75))
      const move = -value * 0.075 * across * fade
      return move === 0 ? undefined : { out: 0, down: move }
    })
  },
}
