import { Fault } from '../../../catalog/failures/fault.ts'
import type { FileRole } from '../../../catalog/failures/file-role.ts'
import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { requirePose } from '../../face/pose-rule.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { smallFace } from '../../face/small-face.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import { visitPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Face, HeadPose } from '../../vision/faces/face.ts'
import type { Donor } from './donor.ts'
import { faceOvalMask } from './swap-mask.ts'
import {
  MAX_ANGLE,
  MAX_ENLARGEMENT,
  MAX_EXTRA_YAW,
  MAX_HIDDEN_EYE,
  MAX_POSE_DIFFERENCE,
  MIN_FACE_WIDTH,
  MIN_INSIDE_SHARE,
  MIN_VISIBLE_SHARE,
} from './tuning.ts'
import { donorSizeRatio } from './warp-donor.ts'

const AROUND_EYES = [
  [445, 444, 443, 442, 441, 452, 451, 450, 449, 448],
  [225, 224, 223, 222, 221, 232, 231, 230, 229, 228],
] as const

/** Throws the Fault that names why a donor cannot be put onto a face, and which of the two files it concerns. */
export function requireSwappable(target: Face, donor: Donor): void {
  const donorFace = donor.face
  requireUsable(target, 'src')
  requireUsable(donorFace, 'ref')
  const enlarged = 1 / donorSizeRatio(target, donor)
  const { times, from, ofSmall } = MAX_ENLARGEMENT
  const most = donorFace.box.width < from ? ofSmall : times
  if (enlarged > most) {
    throw new Fault(
      'small-face',
      `The face to be replaced is ${enlarged.toFixed(1)} times as large as the reference face; ` +
        `${most} times are allowed${most === times ? '' : ` for one of fewer than ${from} pixels`}.`,
      { role: 'ref' },
    )
  }
  requirePose(difference(donorFace.pose, target.pose), MAX_POSE_DIFFERENCE, {
    subject: 'Compared with the face to be replaced, the reference face',
    role: 'ref',
  })
  const further = Math.abs(donorFace.pose.yaw) - Math.abs(target.pose.yaw)
  if (further <= MAX_EXTRA_YAW) return
  throw new Fault(
    'turned-face',
    `The reference face is turned ${Math.ceil(further)}° further aside than the face to be replaced; ` +
      `at most ${MAX_EXTRA_YAW}° are allowed. Turn the head of the reference back ` +
      `to the person’s own ${donorFace.pose.yaw > 0 ? 'right, the left' : 'left, the right'} of the picture, ` +
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

/**
 * Throws Fault `hidden-face` where too little of a face is visible: what covers it, or a light of another colour on
 * half of it, would be transferred with it. `occluded` is what is not to be transferred, on the target's region.
 */
export function requireVisible(
  region: FaceRegion,
  { bare }: SkinMasks,
  occluded: Record<keyof typeof MIN_VISIBLE_SHARE, Float32Array>,
): void {
  const skin = faceOvalMask(region)
  restrictToBare({ skin, bare })
  const none = allocZeroPlane(skin.length)
  for (const role of ['src', 'ref'] as const) {
    const seen = 1 - weightedDifference(occluded[role], none, skin).mean
    if (seen >= MIN_VISIBLE_SHARE[role]) continue
    const which = role === 'src' ? 'the face to be replaced' : 'the reference face'
    throw new Fault(
      'hidden-face',
      `Of ${which} only ${Math.round(100 * seen)} % can be made out; ${100 * MIN_VISIBLE_SHARE[role]} % are needed.`,
      { role },
    )
  }
  for (const ring of AROUND_EYES) {
    let [hidden, all] = [0, 1e-6]
    visitPolygon(region, landmarkPath(region, ring), (i, share) => {
      hidden += share * bare[i]! * occluded.ref[i]!
      all += share * bare[i]!
    })
    if (hidden <= MAX_HIDDEN_EYE * all) continue
    throw new Fault('hidden-face', 'An eye of the reference face cannot be made out.', {
      role: 'ref',
    })
  }
}

const restrictToBare = formula({ planes: ['skin', 'bare'] }, 'skin = skin * bare')

function requireUsable(
  { box, pose, quality }: Face,
  role: FileRole & keyof typeof MIN_INSIDE_SHARE,
): void {
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  requirePose(pose, MAX_ANGLE, { subject: which, role })
  if (box.width < MIN_FACE_WIDTH) {
    throw smallFace({ pixels: box.width }, { pixels: MIN_FACE_WIDTH }, { subject: which, role })
  }
  if (quality.inside < MIN_INSIDE_SHARE[role]) {
    throw new Fault('cut-face', `${which} is partly outside its picture.`, { role })
  }
  if (role === 'ref' && quality.covered.length > 2) {
    throw new Fault('hidden-face', `${which} is covered: ${quality.covered.join(', ')}.`, { role })
  }
}
