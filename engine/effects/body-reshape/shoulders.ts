import { Fault } from '../../../catalog/failures/fault.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { type Adjustment, bump } from './adjustment.ts'
import { addShift } from './shape/add-displacement.ts'
import { torsoFrame } from './shape/torso-frame.ts'
import { LANDMARK_SHOWN, LEAST_SHOULDERS, NECK, SHOULDER, SQUARED_SHOULDER } from './tuning.ts'

/** The neck's sides and the slope to the shoulder tucked in; only inwards. */
export const neck: Adjustment = {
  requires: ['neck'],
  move: (amount, { body, anatomy }, field) => {
    const frame = torsoFrame(body, anatomy.scale)
    const nose = body.landmarks[BODY.nose]!
    const chin = frame.of(nose.x, nose.y).down * NECK.chin
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const across = Math.abs(out)
      // The chin is at a negative `down`, unless the head hangs below the shoulders.
      const fromChin = (down - chin) / (chin * NECK.full - chin)
      const along = smoothstep(0, 1, fromChin) * (1 - smoothstep(...NECK.ends, down))
      const inward =
        NECK.inwards *
        along *
        smoothstep(...NECK.rises, across) *
        (1 - smoothstep(...NECK.fades, across))
      const { by, out: aside, above } = NECK.slope
      const lower = by * bump(across, ...aside) * bump(down, ...above)
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
    const { rises, ends, across } = SHOULDER
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const fade = smoothstep(...rises, down) * (1 - smoothstep(...ends, down))
      const distance = Math.abs(out) / half
      const share =
        smoothstep(...across.rises, distance) * (1 - smoothstep(...across.ends, distance))
      const move = Math.sign(out) * value * SHOULDER.by * fade * share
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
    const { rises, ends, across } = SQUARED_SHOULDER
    addShift(field, frame, (out, down) => {
      const value = out > 0 ? amount.left : amount.right
      const distance = Math.abs(out) / half
      const share =
        smoothstep(...across.rises, distance) * (1 - smoothstep(...across.ends, distance))
      const fade = smoothstep(...rises, down) * (1 - smoothstep(...ends, down))
      const move = -value * SQUARED_SHOULDER.by * share * fade
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
    if ([wrist, elbow].some(({ presence, y }) => presence > LANDMARK_SHOWN.presence && y < top)) {
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
  if (across < LEAST_SHOULDERS * (long / 2)) {
    throw new Fault('pose', 'Shoulder features need both shoulders towards the camera.')
  }
}
