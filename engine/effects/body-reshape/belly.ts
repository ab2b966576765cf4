import { type Adjustment, bump } from './adjustment.ts'
import { addBulge } from './shape/bulge.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** The belly flat (negative) or protruding: its outline by a little, its front by a bulge. */
export const belly: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: ({ left, right }, part, t, side) =>
    part === 'torso' ? (side === 'left' ? left : right) * 0.15 * bump(t, 0.76, 0.36) : 0,
  move: ({ left }, { body, anatomy }, field) => {
    const centre = torsoFrame(body, anatomy.scale).at(0, 0.74)
    addBulge(field, centre, 0.3 * anatomy.scale, 0.22 * left)
  },
}
