import { Fault } from '../../../catalog/failures/fault.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { type Adjustment, bump } from './adjustment.ts'
import { addShift } from './shape/add-displacement.ts'
import { torsoFrame } from './shape/torso-frame.ts'

/** The neck's sides and the slope to the shoulder tucked in; only inwards. */
export const neck: Adjustment = {
  requires: ['neck'],
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const nose = body.landmarks[BODY.nose]!
    const chin = frame.of(nose.x, nose.y).down * 0.55
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const across = Math.abs(out)
      // The chin is at a negative `down`, unless the head hangs below the shoulders.
      const fromChin = (down - chin) / (chin * 0.6 - chin)
      const along = smoothstep(0, 1, fromChin) * (1 - smoothstep(-0.04, 0.06, down))
      const inward =
        0.04 * along * smoothstep(0.02, 0.13, across) * (1 - smoothstep(0.18, 0.36, across))
      const lower = 0.02 * bump(across, 0.22, 0.15) * bump(down, -0.05, 0.16)
      if (value === 0 || (inward === 0 && lower === 0)) return undefined
      return { out: -Math.sign(out) * value * inward, down: value * lower }
    })
  },
}

/** Each shoulder narrower (negative) or broader; the hanging arm moves along and comes back towards the hand. */
export const shoulder: Adjustment = {
  requires: ['shoulders'],
  check: requireHangingArms,
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const half = frame.half / anatomy.scale
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const fade = smoothstep(-0.3, -0.08, down) * (1 - smoothstep(0.12, 0.95, down))
      const across =
        smoothstep(0.1, 1, Math.abs(out) / half) * (1 - smoothstep(2.2, 3.2, Math.abs(out) / half))
      const move = Math.sign(out) * value * 0.09 * fade * across
      return move === 0 ? undefined : { out: move, down: 0 }
    })
  },
}

/** Each shoulder sloped (negative) or squared: its outer end lower or higher, the base of the neck where it was. */
export const squaredShoulder: Adjustment = {
  requires: ['shoulders'],
  check: requireHangingArms,
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const half = frame.half / anatomy.scale
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const distance = Math.abs(out) / half
      const across = smoothstep(0.25, 0.85, distance) * (1 - smoothstep(2, 3, distance))
      const fade = smoothstep(-0.42, -0.15, down) * (1 - smoothstep(0.1, 0.75, down))
      const move = -value * 0.075 * across * fade
      return move === 0 ? undefined : { out: 0, down: move }
    })
  },
}

/** Throws Fault `pose` where an arm is raised or the person is seen from the side: there is no shoulder line then. */
function requireHangingArms({ landmarks }: Body): void {
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
