import { type Adjustment, bump } from './adjustment.ts'

/** The waist narrower (negative) or wider, fading out towards ribs and hips. */
export const waist: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: ({ left, right }, part, t, side) =>
    part === 'torso' ? (side === 'left' ? left : right) * 0.26 * bump(t, 0.62, 0.45) : 0,
}
