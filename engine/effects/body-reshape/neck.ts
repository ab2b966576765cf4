import { type Adjustment, bump, ramp } from './adjustment.ts'
import { addShift } from './shape/shift.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** The neck's sides and the slope to the shoulder tucked in; only inwards. */
export const neck: Adjustment = {
  requires: ['neck'],
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const chin = frame.of(body.landmarks[0]!.x, body.landmarks[0]!.y).down * 0.55
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const far = Math.abs(out)
      const along = ramp(down, chin, chin * 0.6) * (1 - ramp(down, -0.04, 0.06))
      const inward = 0.04 * along * ramp(far, 0.02, 0.13) * (1 - ramp(far, 0.18, 0.36))
      const lower = 0.02 * bump(far, 0.22, 0.15) * bump(down, -0.05, 0.16)
      if (value === 0 || (inward === 0 && lower === 0)) return undefined
      return { out: -Math.sign(out) * value * inward, down: value * lower }
    })
  },
}
