import { smoothstep } from '../../geometry/smoothstep.ts'
import { type Adjustment, bump } from './adjustment.ts'
import { addBulge, addShift } from './shape/add-displacement.ts'
import { torsoFrame } from './shape/torso-frame.ts'
import { BELLY, BREAST, SEAT } from './tuning.ts'

/** The belly flat (negative) or protruding: its outline by a little, its front by a bulge. */
export const belly: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * BELLY.widen * bump(t, ...BELLY.along) : 0,
  move: ({ left }, { body, anatomy }, field) => {
    const centre = torsoFrame(body, anatomy.scale).at(0, BELLY.front.down)
    addBulge(field, centre, BELLY.front.radius * anatomy.scale, BELLY.front.by * left)
  },
}

/** Each breast flatter (negative) or fuller; left and right are the depicted person's. */
export const breast: Adjustment = {
  requires: ['shoulders', 'hips'],
  widen: (amount, part, t, side) =>
    part === 'torso'
      ? amount[side] *
        BREAST.widen *
        smoothstep(...BREAST.rises, t) *
        (1 - smoothstep(...BREAST.ends, t))
      : 0,
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const { front } = BREAST
    const out = Math.max(front.leastOut, (front.out * frame.half) / anatomy.scale)
    for (const side of ['left', 'right'] as const) {
      const centre = frame.at(side === 'left' ? out : -out, front.down)
      addBulge(field, centre, front.radius * anatomy.scale, front.by * amount[side])
    }
  },
}

/** The seat flatter (negative) or rounder: its outline where the thigh begins, and a small lift when it is rounder. */
export const hipLift: Adjustment = {
  requires: ['hips'],
  widen: (amount, part, t, side) =>
    part === 'torso' ? amount[side] * SEAT.widen * bump(t, ...SEAT.along) : 0,
  move: ({ left }, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const { by, along, inner, outer } = SEAT.lift
    addShift(field, frame, (out, down) => {
      const lift =
        by * left * bump(down, ...along) * (1 - bump(out, 0, inner)) * bump(out, 0, outer)
      return lift === 0 ? undefined : { out: 0, down: -lift }
    })
  },
}
