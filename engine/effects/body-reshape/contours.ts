import { smoothstep } from '../../geometry/smoothstep.ts'
import { type Adjustment, bump } from './adjustment.ts'
import { addBulge, addShift } from './shape/add-displacement.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** The belly flat (negative) or protruding: its outline by a little, its front by a bulge. */
export const belly: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * 0.15 * bump(t, 0.76, 0.36) : 0,
  move: ({ left }, { body, anatomy }, field) => {
    const centre = torsoFrame(body, anatomy.scale).at(0, 0.74)
    addBulge(field, centre, 0.3 * anatomy.scale, 0.22 * left)
  },
}

/** Each breast flatter (negative) or fuller; left and right are the depicted person's. */
export const breast: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) =>
    part === 'torso'
      ? amount[side] * 0.06 * smoothstep(0.1, 0.28, t) * (1 - smoothstep(0.32, 0.5, t))
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

/** The seat flatter (negative) or rounder: its outline where the thigh begins, and a small lift when it is rounder. */
export const hipLift: Adjustment = {
  requires: ['hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * 0.15 * bump(t, 1.1, 0.24) : 0,
  move: ({ left }, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    addShift(field, frame, (out, down) => {
      const lift =
        0.045 * left * bump(down, 1.08, 0.3) * (1 - bump(out, 0, 0.12)) * bump(out, 0, 0.55)
      return lift === 0 ? undefined : { out: 0, down: -lift }
    })
  },
}
