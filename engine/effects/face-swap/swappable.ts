import { Fault } from '../../../catalog/fault.ts'
import type { FileRole } from '../../../catalog/file-rule.ts'
import type { Face } from '../../vision/face.ts'

/** Degrees from straight; beyond them a half of the face is not seen, and stretching what is seen smears. */
const MOST = { yaw: 35, pitch: 30 } as const

/** Degrees by which the two faces may look into different directions. */
const APART = 30

/** Pixels of width below which a face has no features to give or to take. */
const SMALLEST = 24

/** By this much a whole face may seem to leave the picture; one to be given must be whole. */
const INSIDE = { src: 0.8, ref: 0.97 } as const

/** Throws the Fault that names why a face cannot be put onto another, and the file it was met in. */
export function requireSwappable(old: Face, given: Face): void {
  requireUsable(old, 'src')
  requireUsable(given, 'ref')
  const apart = Math.max(
    Math.abs(old.pose.yaw - given.pose.yaw),
    Math.abs(old.pose.pitch - given.pose.pitch),
  )
  if (apart > APART) {
    throw new Fault(
      'turned-face',
      `The two faces look ${Math.round(apart)}° into different directions; at most ${APART}° are allowed.`,
      { role: 'ref' },
    )
  }
}

function requireUsable({ box, pose, quality }: Face, role: FileRole & keyof typeof INSIDE): void {
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  for (const [name, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    const angle = Math.abs(pose[name])
    if (angle <= most) continue
    throw new Fault(
      'turned-face',
      `${which} has a ${name} of ${Math.round(angle)}°; at most ${most}° are allowed.`,
      {
        role,
      },
    )
  }
  if (box.width < SMALLEST) {
    throw new Fault('small-face', `${which} is ${box.width} pixels wide; ${SMALLEST} are needed.`, {
      role,
    })
  }
  if (quality.inside < INSIDE[role]) {
    throw new Fault('cut-face', `${which} is partly outside its picture.`, { role })
  }
  if (role === 'ref' && quality.covered.length > 2) {
    throw new Fault('hidden-face', `${which} is covered: ${quality.covered.join(', ')}.`, { role })
  }
}
