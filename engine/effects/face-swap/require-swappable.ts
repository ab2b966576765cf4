import { Fault } from '../../../catalog/failures/fault.ts'
import type { FileRole } from '../../../catalog/failures/file-role.ts'
import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { requirePose } from '../../face/pose-rule.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { smallFace } from '../../face/small-face.ts'
import type { Point } from '../../geometry/point.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import { visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE, type Face, type HeadPose } from '../../vision/faces/face.ts'
import type { Donor } from './donor.ts'
import { winks } from './openings.ts'
import { faceOvalMask } from './swap-mask.ts'
import {
  MAX_ANGLE,
  MAX_ENLARGEMENT,
  MAX_EXTRA_YAW,
  MAX_GAZE_DIFFERENCE,
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
  if (winks(target.landmarks, donor.landmarks)) {
    throw new Fault(
      'hidden-face',
      'An eye of the face to be replaced is shut, and that of the reference face is open.',
      { role: 'src' },
    )
  }
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
  requireAlikeGaze(target.landmarks, donor.landmarks)
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

/** Throws Fault `hidden-face` where the donor looks elsewhere: an iris would lie in the wrong part of its eye. */
function requireAlikeGaze(target: readonly Point[], donor: readonly Point[]): void {
  const further = GAZES.map((gaze) => gazeOf(donor, gaze) - gazeOf(target, gaze))
  const [least, most] = [Math.min(...further), Math.max(...further)]
  const by = most > -least ? most : least
  if (Math.abs(by) <= MAX_GAZE_DIFFERENCE) return
  throw new Fault(
    'hidden-face',
    `The reference face looks further to the ${by > 0 ? 'right' : 'left'} of its picture than the face to be ` +
      `replaced, by ${Math.ceil(100 * Math.abs(by))} % of the width of an eye; ` +
      `${Math.round(100 * MAX_GAZE_DIFFERENCE)} % are allowed.`,
    { role: 'ref' },
  )
}

/** Of each eye its corners, from the left to the right of the picture, and its iris. */
const GAZES = [
  { corners: [FACE.rightEye.outer, FACE.rightEye.inner], iris: FACE.rightIris[0] },
  { corners: [FACE.leftEye.inner, FACE.leftEye.outer], iris: FACE.leftIris[0] },
] as const

/** Where between the corners of an eye its iris lies, 0–1 from the left to the right of the picture. */
function gazeOf(landmarks: readonly Point[], { corners, iris }: (typeof GAZES)[number]): number {
  const [from, to, at] = [landmarks[corners[0]]!, landmarks[corners[1]]!, landmarks[iris]!]
  const along = { x: to.x - from.x, y: to.y - from.y }
  const squared = Math.max(1e-6, along.x ** 2 + along.y ** 2)
  return ((at.x - from.x) * along.x + (at.y - from.y) * along.y) / squared
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
