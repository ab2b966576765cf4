import { type Adjustment, ramp } from './adjustment.ts'

/** Thighs and calves thinner (negative) or thicker; the feet stay as they are. */
export const leg: Adjustment = {
  requires: ['legs'],
  widen: ({ left, right }, part, t, side) =>
    part === 'leftLeg' || part === 'rightLeg'
      ? (side === 'left' ? left : right) * 0.28 * ramp(t, 0.02, 0.25) * (1 - ramp(t, 0.82, 1))
      : 0,
}
