import { type Adjustment, bump } from './adjustment.ts'
import { addShift } from './shape/shift.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** The seat sculpted (negative) or rounded: its outline in or out where the thigh begins, and a little up when rounded. */
export const hipLift: Adjustment = {
  requires: ['hips'],
  widen: ({ left, right }, part, t, side) =>
    part === 'torso' ? (side === 'left' ? left : right) * 0.15 * bump(t, 1.1, 0.24) : 0,
  move: ({ left }, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    addShift(field, frame, (out, down) => {
      const lift =
        0.045 * left * bump(down, 1.08, 0.3) * (1 - bump(out, 0, 0.12)) * bump(out, 0, 0.55)
      return lift === 0 ? undefined : { out: 0, down: -lift }
    })
  },
}
