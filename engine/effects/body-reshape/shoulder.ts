import { Fault } from '../../../catalog/fault.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { type Adjustment, ramp } from './adjustment.ts'
import { addShift } from './shape/shift.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** Each shoulder narrower (negative) or broader; the hanging arm moves along and comes back towards the hand. */
export const shoulder: Adjustment = {
  requires: ['shoulders'],
  check: requireHangingArms,
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const half = frame.half / anatomy.scale
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const fade = ramp(down, -0.3, -0.08) * (1 - ramp(down, 0.12, 0.95))
      const across = ramp(Math.abs(out) / half, 0.1, 1) * (1 - ramp(Math.abs(out) / half, 2.2, 3.2))
      const move = Math.sign(out) * value * 0.09 * fade * across
      return move === 0 ? undefined : { out: move, down: 0 }
    })
  },
}

/** Throws `pose` where shoulders cannot be told from raised arms or from the side. */
export function requireHangingArms({ landmarks }: Body): void {
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  for (const side of ['left', 'right'] as const) {
    const wrist = at(`${side}Wrist`)
    const elbow = at(`${side}Elbow`)
    const top = at(`${side}Shoulder`).y
    if ((wrist.presence > 0.5 && wrist.y < top) || (elbow.presence > 0.5 && elbow.y < top)) {
      throw new Fault('pose', `Shoulder features need both arms down; the ${side} hand is raised.`)
    }
  }
  const across = Math.hypot(
    at('leftShoulder').x - at('rightShoulder').x,
    at('leftShoulder').y - at('rightShoulder').y,
  )
  const long = Math.abs(
    at('leftHip').y + at('rightHip').y - at('leftShoulder').y - at('rightShoulder').y,
  )
  if (across < 0.35 * (long / 2)) {
    throw new Fault('pose', 'Shoulder features need both shoulders towards the camera.')
  }
}
