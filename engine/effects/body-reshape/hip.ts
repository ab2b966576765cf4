import { type Adjustment, bump } from './adjustment.ts'

/** The hips and the upper thighs' outsides narrower (negative) or wider. */
export const hip: Adjustment = {
  requires: ['hips'],
  widen: ({ left, right }, part, t, side) =>
    part === 'torso' ? (side === 'left' ? left : right) * 0.24 * bump(t, 1.06, 0.46) : 0,
}
