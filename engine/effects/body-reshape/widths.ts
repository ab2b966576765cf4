import { smoothstep } from '../../geometry/smoothstep.ts'
import { type Adjustment, bump } from './adjustment.ts'
import type { PartName } from './shape/anatomy.ts'
import { ARM, HIP, LEG, SLIM, WAIST } from './tuning.ts'

type Range = readonly [from: number, to: number]

/** How far a part is widened at a place along it: by `by` between where that has risen and where it ends. */
function alongPart(
  t: number,
  { by, rises, ends }: { by: number; rises: Range; ends: Range },
): number {
  return by * smoothstep(...rises, t) * (1 - smoothstep(...ends, t))
}

const isArm = (part: PartName): boolean => part === 'leftArm' || part === 'rightArm'
const isLeg = (part: PartName): boolean => part === 'leftLeg' || part === 'rightLeg'

/** Upper arms and forearms thinner (negative) or thicker; shoulders and hands stay as they are. */
export const arm: Adjustment = {
  requires: ['arms'],
  widen: (amount, part, t, side) => (isArm(part) ? amount[side] * alongPart(t, ARM) : 0),
}

/** Thighs and calves thinner (negative) or thicker; the feet stay as they are. */
export const leg: Adjustment = {
  requires: ['legs'],
  widen: (amount, part, t, side) => (isLeg(part) ? amount[side] * alongPart(t, LEG) : 0),
}

/** The waist narrower (negative) or wider, fading out towards ribs and hips. */
export const waist: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * WAIST.by * bump(t, ...WAIST.along) : 0,
}

/** The hips and the outer sides of the upper thighs narrower (negative) or wider. */
export const hip: Adjustment = {
  requires: ['hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * HIP.by * bump(t, ...HIP.along) : 0,
}

/** The whole figure below the shoulders slimmer (negative) or curvier; head, hands and feet keep their size. */
export const slim: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) => {
    const along = part === 'torso' ? SLIM.torso : isLeg(part) ? SLIM.leg : SLIM.arm
    return amount[side] * alongPart(t, { by: SLIM.by, ...along })
  },
}
