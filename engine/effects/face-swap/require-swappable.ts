import { Fault } from '../../../catalog/failures/fault.ts'
import type { FileRole } from '../../../catalog/failures/file-role.ts'
import { requirePose } from '../../face/pose-rule.ts'
import { smallFace } from '../../face/small-face.ts'
import type { Face, HeadPose } from '../../vision/faces/face.ts'
import {
  MAX_ANGLE,
  MAX_COVERED,
  MAX_EXTRA_YAW,
  MAX_POSE_DIFFERENCE,
  MIN_FACE_WIDTH,
  MIN_INSIDE_SHARE,
} from './tuning.ts'

/** Throws the Fault that names why a donor cannot be put onto a face, and which of the two files it concerns. */
export function requireSwappable(target: Face, donor: Face): void {
  requireUsable(target, 'src')
  requireUsable(donor, 'ref')
  requirePose(difference(donor.pose, target.pose), MAX_POSE_DIFFERENCE, {
    subject: 'Compared with the face to be replaced, the reference face',
    role: 'ref',
  })
  const further = Math.abs(donor.pose.yaw) - Math.abs(target.pose.yaw)
  if (further <= MAX_EXTRA_YAW) return
  throw new Fault(
    'turned-face',
    `The reference face is turned ${Math.ceil(further)}° further aside than the face to be replaced; ` +
      `at most ${MAX_EXTRA_YAW}° are allowed. Turn the head of the reference back ` +
      `to the person’s own ${donor.pose.yaw > 0 ? 'right, the left' : 'left, the right'} of the picture, ` +
      `by ${Math.ceil(further - MAX_EXTRA_YAW)}° at least.`,
    { role: 'ref' },
  )
}

function difference(pose: HeadPose, other: HeadPose): HeadPose {
  return {
    pitch: pose.pitch - other.pitch,
    yaw: pose.yaw - other.yaw,
    roll: pose.roll - other.roll,
  }
}

function requireUsable(
  { box, pose, quality }: Face,
  role: FileRole & keyof typeof MIN_INSIDE_SHARE,
): void {
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  requirePose(pose, MAX_ANGLE, { subject: which, role })
  if (box.width < MIN_FACE_WIDTH[role]) {
    const limit = { pixels: MIN_FACE_WIDTH[role] }
    throw smallFace({ pixels: box.width }, limit, { subject: which, role })
  }
  if (quality.inside < MIN_INSIDE_SHARE[role]) {
    throw new Fault('cut-face', `${which} is partly outside its picture.`, { role })
  }
  if (quality.covered.length > MAX_COVERED) {
    throw new Fault('hidden-face', `${which} is covered: ${quality.covered.join(', ')}.`, { role })
  }
}
