import { type Adjustment, ramp } from './adjustment.ts'

/** The whole figure below the shoulders slimmer (negative) or curvier; head, hands and feet keep their size. */
export const slim: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: ({ left, right }, part, t, side) => {
    const amount = side === 'left' ? left : right
    if (part === 'torso') return amount * 0.22 * ramp(t, 0, 0.4) * (1 - ramp(t, 0.9, 1.2))
    if (part === 'leftLeg' || part === 'rightLeg') {
      return amount * 0.22 * ramp(t, 0, 0.2) * (1 - ramp(t, 0.8, 0.98))
    }
    return amount * 0.22 * ramp(t, 0.1, 0.3) * (1 - ramp(t, 0.75, 0.95))
  },
}
