import { smoothstep } from '../../geometry/smoothstep.ts'
import { type Adjustment, bump } from './adjustment.ts'
import type { PartName } from './shape/anatomy.ts'

const isArm = (part: PartName): boolean => part === 'leftArm' || part === 'rightArm'
const isLeg = (part: PartName): boolean => part === 'leftLeg' || part === 'rightLeg'

/** Upper arms and forearms thinner (negative) or thicker; shoulders and hands stay as they are. */
export const arm: Adjustment = {
  requires: ['arms'],
  widen: (amount, part, t, side) =>
    isArm(part)
      ? amount[side] * 0.32 * smoothstep(0.06, 0.24, t) * (1 - smoothstep(0.8, 0.98, t))
      : 0,
}

/** Thighs and calves thinner (negative) or thicker; the feet stay as they are. */
export const leg: Adjustment = {
  requires: ['legs'],
  widen: (amount, part, t, side) =>
    isLeg(part)
      ? amount[side] * 0.28 * smoothstep(0.02, 0.25, t) * (1 - smoothstep(0.82, 1, t))
      : 0,
}

/** The waist narrower (negative) or wider, fading out towards ribs and hips. */
export const waist: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * 0.26 * bump(t, 0.62, 0.45) : 0,
}

/** The hips and the outer sides of the upper thighs narrower (negative) or wider. */
export const hip: Adjustment = {
  requires: ['hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * 0.24 * bump(t, 1.06, 0.46) : 0,
}

/** The whole figure below the shoulders slimmer (negative) or curvier; head, hands and feet keep their size. */
export const slim: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) => {
    const most = amount[side] * 0.22
    if (part === 'torso') return most * smoothstep(0, 0.4, t) * (1 - smoothstep(0.9, 1.2, t))
    if (isLeg(part)) return most * smoothstep(0, 0.2, t) * (1 - smoothstep(0.8, 0.98, t))
    return most * smoothstep(0.1, 0.3, t) * (1 - smoothstep(0.75, 0.95, t))
  },
}
