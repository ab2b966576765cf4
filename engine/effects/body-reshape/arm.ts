import { type Adjustment, ramp } from './adjustment.ts'

/** Upper arms and forearms thinner (negative) or thicker; shoulders and hands stay as they are. */
export const arm: Adjustment = {
  requires: ['arms'],
  widen: ({ left, right }, part, t, side) =>
    part === 'leftArm' || part === 'rightArm'
      ? (side === 'left' ? left : right) * 0.32 * ramp(t, 0.06, 0.24) * (1 - ramp(t, 0.8, 0.98))
      : 0,
}
