import { fitSimilarity } from '../../geometry/fit-similarity.ts'
import type { Point } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
import { dot3, faceAxes, type Vector } from './face-axes.ts'
import { facePlane } from './face-plane.ts'
import { alike, fitMotion, type Motion, roundKept, withinBounds } from './feature-motion.ts'
import { lidsStay } from './openings.ts'
import { UNLIKE_MOUTHS } from './tuning.ts'

type Landmarks = readonly FaceLandmark[]

/** The person's left and right brow. */
const BROWS = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
] as const

/** Around the folds of the lids, so that an eye moves with its lids: the person's left and right one. */
const EYES = [
  [359, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255],
  [130, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25],
] as const

/** From the middle of the ridge around both wings. */
const NOSE = [197, 456, 420, 279, 358, 327, 326, 2, 97, 98, 129, 49, 198, 236]

/**
 * How eyes, brows, nose and mouth of a face move to where they are in a donor's face seen from the same side. Each
 * moves as a whole, and both halves of the face alike: what is higher on one side alone is an error of landmarks, or of
 * the direction a face looks in, before it is likeness. The expression stays: a mouth that smiles less or more is
 * neither turned nor stretched, and eyes stay as far open as they are.
 */
export function fitFeatures(target: Landmarks, donor: Landmarks): Motion[] {
  const seen = inPoseOf(target, donor)
  const { toFace } = facePlane(target)
  const [from, to] = [target.map(toFace), seen.map(fitSimilarity(seen, target)).map(toFace)]
  const motionOf = (ring: readonly number[]): Motion => fitMotion(from, to, ring)
  const eyes = alike(motionOf(EYES[0]), motionOf(EYES[1])).map(roundKept)
  const brows = alike(motionOf(BROWS[0]), motionOf(BROWS[1]))
  const [nose, mouth] = [NOSE, FACE.lipsOuter].map((ring) => {
    const motion = motionOf(ring)
    return alike(motion, motion)[0]
  })
  const eyesBend = lidsStay(target, donor) ? 0 : 1
  return [
    ...eyes.map((eye) => withinBounds(eye, eyesBend)),
    ...[...brows, nose!].map((feature) => withinBounds(feature, 1)),
    withinBounds(mouth!, 1 - unlikeMouths(from, to)),
  ]
}

/** The donor's landmarks, seen from where the target is seen from. */
function inPoseOf(target: Landmarks, donor: Landmarks): Point[] {
  const [to, from] = [faceAxes(target), faceAxes(donor)]
  return donor.map(({ x, y, z }) => {
    const at: Vector = [x, y, z]
    const [across, down, away] = from.map((axis) => dot3(at, axis)) as [number, number, number]
    const along = (k: 0 | 1): number => across * to[0][k] + down * to[1][k] + away * to[2][k]
    return { x: along(0), y: along(1) }
  })
}

/** How differently two mouths smile or are open, 0–1. */
function unlikeMouths(one: readonly Point[], other: readonly Point[]): number {
  const [own, others] = [mouthOf(one), mouthOf(other)]
  const { open, lift } = UNLIKE_MOUTHS
  return Math.max(
    smoothstep(open[0], open[1], Math.abs(own.open - others.open)),
    smoothstep(lift[0], lift[1], Math.abs(own.lift - others.lift)),
  )
}

/** How far a mouth is open, and how far its corners are above its middle, in its widths. */
function mouthOf(points: readonly Point[]): { open: number; lift: number } {
  const [right, left] = [points[FACE.rightMouthCorner]!, points[FACE.leftMouthCorner]!]
  const across = { x: left.x - right.x, y: left.y - right.y }
  const below = (i: number): number => {
    const { x, y } = points[i]!
    return (
      (across.x * (y - right.y) - across.y * (x - right.x)) / (across.x ** 2 + across.y ** 2 || 1)
    )
  }
  const [upper, lower] = [below(FACE.upperLipBottom), below(FACE.lowerLipTop)]
  return { open: lower - upper, lift: (upper + lower) / 2 }
}
