import { creaseMask } from '../../face/crease-mask.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import type { Point } from '../../raster/picture.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import { LAB_AXES, labDifference } from './lab-difference.ts'
import { mouthOpenness } from './openings.ts'
import type { Both } from './swap-region.ts'

/** Creases lie between these sigmas, in widths of the face: finer is texture, coarser is light. */
const FINE_SIGMA = 0.006
const COARSE_SIGMA = 0.055

/**
 * Where two mouths begin to differ and where they differ wholly: in width (as a share of the distance between the outer
 * corners of the eyes), and in openness (in widths of the mouth).
 */
const WIDTH_DIFFERENCE = [0.04, 0.12] as const
const OPENNESS_DIFFERENCE = [0.05, 0.16] as const

/** A face's landmarks in its own picture, by the index of the face mesh. */
export type LandmarkPoints = readonly Point[]

/**
 * Gives the skin around the mouth the target's creases where one of the two faces laughs and the other does not: the
 * folds of a laugh around a calm mouth look wrong, and so does a smooth cheek beside a laughing one.
 * @param lab the donor's Lab planes, which are changed
 * @param skin the skin that both faces show, 0–1, with folds as dark as shadows
 */
export function matchCreases(
  lab: LabPlanes,
  target: FaceRegion,
  landmarks: Both<LandmarkPoints>,
  skin: Float32Array,
): void {
  const share = expressionDifference(landmarks.target, landmarks.donor)
  if (share === 0) return
  const [cheek, mouth] = [creaseMask(target, 'cheek'), creaseMask(target, 'mouth')]
  const creases = allocPlane(skin.length)
  unionMasks({ creases, cheek, mouth })
  const weight = blur(creases, target, 0.02 * target.faceWidth)
  const { l, a, b } = labDifference(target.lab, lab)
  const coarse = blurAllWithin([l, a, b], skin, target, COARSE_SIGMA * target.faceWidth)
  const fine = blurAllWithin([l, a, b], skin, target, Math.max(0.6, FINE_SIGMA * target.faceWidth))
  for (const [nth, axis] of LAB_AXES.entries()) {
    addBand({ plane: lab[axis], weight, skin, fine: fine[nth]!, coarse: coarse[nth]! }, { share })
  }
}

const unionMasks = formula({ planes: ['creases', 'cheek', 'mouth'] }, 'creases = max(cheek, mouth)')

const addBand = formula(
  { planes: ['plane', 'weight', 'skin', 'fine', 'coarse'], scalars: ['share'] },
  'plane = plane + share * smoothstep(0.05, 0.6, weight) * skin * (fine - coarse)',
)

/** How much the expressions of two mouths differ, 0–1. */
function expressionDifference(target: readonly Point[], donor: readonly Point[]): number {
  const wider = Math.abs(mouthWidth(target) - mouthWidth(donor))
  const opener = Math.abs(mouthOpenness(target) - mouthOpenness(donor))
  return Math.max(
    smoothstep(...WIDTH_DIFFERENCE, wider),
    smoothstep(...OPENNESS_DIFFERENCE, opener),
  )
}

function mouthWidth(landmarks: readonly Point[]): number {
  const apart = (i: number, j: number): number =>
    Math.hypot(landmarks[i]!.x - landmarks[j]!.x, landmarks[i]!.y - landmarks[j]!.y)
  const eyes = apart(FACE.rightEye.outer, FACE.leftEye.outer)
  return apart(FACE.rightMouthCorner, FACE.leftMouthCorner) / Math.max(1e-6, eyes)
}
