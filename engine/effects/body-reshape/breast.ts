import { type Adjustment, ramp } from './adjustment.ts'
import { addBulge } from './shape/bulge.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** Each breast flatter (negative) or fuller; left and right are the depicted person's. */
export const breast: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: ({ left, right }, part, t, side) =>
    part === 'torso'
      ? (side === 'left' ? left : right) * 0.06 * ramp(t, 0.1, 0.28) * (1 - ramp(t, 0.32, 0.5))
      : 0,
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const out = Math.max(0.12, (0.46 * frame.half) / anatomy.scale)
    for (const side of ['left', 'right'] as const) {
      const centre = frame.at(side === 'left' ? out : -out, 0.29)
      addBulge(field, centre, 0.21 * anatomy.scale, 0.45 * amount[side])
    }
  },
}
